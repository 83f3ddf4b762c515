model M
  Real x(start = 1, fixed = true, stateSelect = always);
equation
  der(x) = -x;
end M;
