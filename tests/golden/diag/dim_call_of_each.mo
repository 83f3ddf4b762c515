function square
  input Real x;
  output Real y;
algorithm
  y := x^2;
end square;
model M
  Real v[3] = {1, 2, time};
  Real y;
equation
  y = square(v);
end M;
