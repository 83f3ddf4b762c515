model M
  Real x(start = 1, fixed = true, nominal = 0);
equation
  der(x) = -x;
end M;
