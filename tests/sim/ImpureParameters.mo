//! run --stop 1 --vars *
//! run --stop 1 --vars * --set q=8
//! expect p = 4 within 0
//! expect r = 10 within 0
//! expect n = 2 within 0
//! expect z = 14 + t within 1e-12
//! final w = 11 within 0
model ImpureParameters "Impure functions in values of parameters are called once, at the start"
  impure function next
    input Real x;
    output Real y;
  algorithm
    y := x + 1;
    annotation(Inline = false);
  end next;
  impure function pair
    input Real x;
    output Real y[2];
    output Integer k;
  algorithm
    y := {x, 2*x};
    k := 3;
  end pair;
  parameter Real p = next(3), q = 2*p, r = next(q) + 1, n(fixed = false), v[2] = pair(5);
  Real z = p + time + v[2];
  discrete Real w(start = 0, fixed = true);
initial equation
  n = next(1);
equation
  when time > 0.5 then
    w = next(10);
  end when;
end ImpureParameters;
