//! run --stop 3
//! expect n = sin(t)/3 within 1e-9
//! expect p = sin(t)/3 within 1e-9
//! expect q = 1 - exp(-t) within 1e-4
model NoCapacity "C*der(v) where C is computed by a function, and 0 by its parameters alone"
  function depletion
    input Real c0, v;
    output Real c;
  algorithm
    c := if v > 0.5 then c0*(1 + v) else c0/sqrt(1 - v);
  end depletion;
  function junction
    input Real c0, part, v;
    output Real i, near, far;
  protected
    Real x = (1 - part)*c0;
  algorithm
    i := 2*v;
    if v > 0.5 then
      far := x*(1 + v);
    elseif v > -100 then
      far := depletion(x, v);
    end if;
    near := part;
    for k in 1:3 loop
      near := near + 0*v;
    end for;
  end junction;
  parameter Real c0 = 5, part = 1, none = 0;
  Real n "node of a junction whose far capacity is 0", i, near, far;
  Real p "the same by a call in an expression";
  Real q(start = 0, fixed = true) "a capacity that is there";
equation
  (i, near, far) = junction(c0, part, n);
  sin(time) - n = i + far*der(n);
  sin(time) - p = 2*p + depletion(none, p)*der(p);
  near*der(q) = 1 - q;
end NoCapacity;
