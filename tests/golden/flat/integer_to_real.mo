// Integer values convert to Real where a Real is wanted (pitfall 45).
model M
  parameter Real x = 1;
  parameter Real a[2] = {1, 2.5};
  parameter Real b = 1/2;
  parameter Real c[2, 2] = [1, 2; 3, 4.5];
  Real y = if time > 1 then 1 else 2.5;
  parameter Integer k = 3;
  Real z = k;
end M;
// x = 1; a = {1, 2.5}; b = 1/2 (0.5); c = {{1, 2}, {3, 4.5}}; y = if time > 1 then 1 else 2.5; z = k
