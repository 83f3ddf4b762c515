model M
  Real x(start = 1, fixed = true);
equaton
  der(x) = -x;
end M;
