model M
  Real x = 1;
equation
  der(x) = -x;
end M;
