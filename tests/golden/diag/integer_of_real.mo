model M
  Integer n;
equation
  n = 2.5*time;
end M;
