model M
  Real a = sin("x");
  Real b = sqrt(true);
  Real c = max({1, 2}, "z");
  Real e = sum(true);
end M;
