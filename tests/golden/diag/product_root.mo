model M
  Real x(start = 1, fixed = true);
  Real y = x^(1/3) + x^2/3;
equation
  der(x) = -2*x^1/3;
end M;
