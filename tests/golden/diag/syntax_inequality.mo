model M
  Real x(start = 0, fixed = true);
  Real y[3] = {1, 2, time};
  Real s;
equation
  der(x) = 1;
  x <= 5;
  s = sum(y[i] in 1:3);
end M;
