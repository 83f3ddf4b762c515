model M
  Real x;
equation
  x = time;
  x = 2*time;
end M;
