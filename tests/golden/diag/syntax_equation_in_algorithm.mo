model M
  Real x;
algorithm
  x = time;
end M;
