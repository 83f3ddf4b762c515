// delay in an algorithm takes what its argument is at that place, though it is assigned again afterwards: twice the same
// text with two values, in a condition, of one of several results, with a delay time that is assigned again, and inside a relation.
//! run --stop 2
//! run --stop 2 --method cvode
//! expect y = t - 0.5 if t > 0.5 else 0 within 1e-6
//! expect z = 2*(t - 0.5) if t > 0.5 else 0 within 1e-6
//! expect w = 3*(t - 0.25) if t > 0.25 else 0 within 1e-6
//! expect d = t - t/4 within 1e-6
//! expect n = 1 if 2*(t - 0.5) > 1 else 0 within 0
//! expect r = 5*x within 1e-6
//! expect j = j if abs(t - 1.5007) < 1e-6 else 2 if t > 1.5 else 1 within 0
//! events state=2 time=1
model DelayPlaces
  function f
    input Real u;
    output Real p = 2*u;
    output Real q = 3*u;
  end f;
  Real a, b, y, z, w, d, c, r;
  Real x(start = 0, fixed = true);
  Integer n, k;
  Real j;
equation
  der(x) = 1;
algorithm
  a := x;
  y := delay(a, 0.5);
  a := 2*a;
  z := delay(a, 0.5);
  n := 0;
  if delay(a, 0.5) > 1 then
    n := 1;
  end if;
  (b, a) := f(x);
  w := delay(a, 0.25);
  a := a + b;
  r := a;
  c := x/4;
  d := delay(x, c, 1);
  c := 0;
  k := if x > 1.0007 then 2 else 1;
  j := delay(k, 0.5);
  k := 7;
end DelayPlaces;
