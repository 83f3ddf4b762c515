// A chain of unequal parts, long enough that its elimination is a recurrence: nothing gets lost in it. All methods of
// this form keep what is linear, here the charge, to rounding, if each step's equations are solved. Towards the end it is
// at rest.
//! run --stop 2000 --method bdf
//! run --stop 2000 --method sdirk
//! run --stop 2000 --method radau
//! run --stop 2000 --method sdirk --tolerance 1e-9
//! run --stop 2000 --method cvode
//! expect lost = 0 within 1e-9
//! final v["c[1].v"] = 2 within 1e-3
//! final v["c[40].v"] = 2 within 1e-3
//! final q = v["all"] within 1e-2
model InlineChain
  import Kron.Electrical.*;
  parameter Integer n = 40;
  ConstantVoltage source(V = 2);
  Resistor r[n](R = {0.5 + 0.5*sin(i)^2 for i in 1:n});
  Capacitor c[n](C = {0.2 + 0.1*cos(i) for i in 1:n}, each v(start = 0, fixed = true));
  Ground ground;
  Real q(start = 0, fixed = true) "that the source has given";
  Real lost, all;
equation
  connect(source.p, r[1].p);
  connect(source.n, ground.p);
  for i in 1:n - 1 loop
    connect(r[i].n, r[i + 1].p);
  end for;
  for i in 1:n loop
    connect(r[i].n, c[i].p);
    connect(c[i].n, ground.p);
  end for;
  der(q) = r[1].i;
  lost = q - sum(c[i].C*c[i].v for i in 1:n);
  all = 2*sum(c.C);
end InlineChain;
