model M
  Integer n;
  Real x = 2*time;
equation
  n = x;
end M;
