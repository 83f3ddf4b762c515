//! run --stop 1 --tolerance 1e-9
//! run --stop 1 --tolerance 1e-9 --method bdf
//! run --stop 1 --tolerance 1e-9 --method sdirk
//! run --stop 1 --tolerance 1e-9 --method radau
//! stderr what is not a Real should change at events only
//! final k = 20 within 1e-9
//! final v["i[2]"] = 30 within 1e-9
//! final v["gate[1]"] = 1 within 1e-9
//! final v["gate[2]"] = 0 within 1e-9
//! final x = 0.5 within 1e-4
model DriftingCall "Integers and Booleans that a function of what varies gives, in an equation: a warning, as for several results"
  function steps
    input Real r;
    output Integer k;
  algorithm
    k := integer(20*r + 1e-9);
  end steps;
  function more
    input Real r;
    output Integer k[2];
  algorithm
    k := {1, integer(30*r + 1e-9)};
  end more;
  function gates
    input Real r;
    output Boolean open[2];
  algorithm
    open := {r > 0.5, r <= 0.5};
  end gates;
  Integer k, i[2];
  Boolean gate[2];
  Real x(start = 0, fixed = true);
equation
  k = steps(time);
  i = more(time);
  gate = gates(time);
  der(x) = if gate[1] then 1 else 0;
end DriftingCall;
