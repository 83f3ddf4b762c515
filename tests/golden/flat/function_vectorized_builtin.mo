// Built-in functions of two arguments go over arrays, a scalar goes with every element; a call over
// an empty array has the sizes of the result.
function twice
  input Real a;
  output Real y[2];
algorithm
  y := {a, 2*a};
end twice;
model M
  parameter Integer n = 0;
  Real x[n] = fill(time, n);
  Real none[n, 2] = twice(x);
  Real a[2] = atan2({time, 1}, 2);
  Real b[2] = atan2(1, {time + 1, 2});
  Integer c[2] = mod({5, 6}, 4);
  Integer d[2] = div(7, {2, 3});
end M;
