model M
  Real x(start = 1, fixed = true);
  Real level "Declared, forgotten";
equation
  der(x) = -x;
end M;
