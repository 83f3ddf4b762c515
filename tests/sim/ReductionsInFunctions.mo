//! run --stop 2 --vars *
//! expect v["y[1]"] = 6*t within 1e-12
//! expect v["y[2]"] = 12 within 1e-12
//! expect v["s[1]"] = 6*t within 1e-12
//! expect v["s[2]"] = 12 within 1e-12
//! expect least = -2147483648 within 0
//! expect greatest = 2147483647 within 0
//! expect none = 0 within 0
//! expect first = 1 within 0
//! expect last = 3 within 0
model ReductionsInFunctions "sums of arrays, and min and max of nothing"
  type E = enumeration(a, b, c);
  function f
    input Real x;
    output Real y[2];
  algorithm
    y := sum({i*x, 2*i} for i in 1:3);
  end f;
  function extremes
    input Integer n;
    output Integer least;
    output Integer greatest;
    output Boolean none;
    output E first;
    output E last;
  algorithm
    least := max(i for i in 1:n);
    greatest := min(i for i in 1:n);
    none := max(i > 0 for i in 1:n);
    first := max(E(i) for i in 1:n);
    last := min(E(i) for i in 1:n);
  end extremes;
  Real y[2] = f(time);
  Real s[2] = sum({i*time, 2*i} for i in 1:3);
  Integer n = if time < 0 then 1 else 0, least, greatest;
  Boolean none;
  E first, last;
equation
  (least, greatest, none, first, last) = extremes(n);
end ReductionsInFunctions;
