function f
  input Real a;
  output Real y;
  output Real z;
algorithm
  y := a;
  z := a;
end f;
model M
  Real p, q, r;
equation
  (p, q, r) = f(time);
end M;
