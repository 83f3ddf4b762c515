model DerWithoutParentheses
  Real x(start = 1, fixed = true), v;
equation
  der(x) = v;
  v = der x;
end DerWithoutParentheses;
