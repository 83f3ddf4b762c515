function f
  input Integer n;
  input String s;
  output Real y;
algorithm
  y := n;
end f;
model M
  Real x = f(1.5, "a");
  Real y = f(1, 2);
end M;
