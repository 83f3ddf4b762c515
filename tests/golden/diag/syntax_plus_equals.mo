model Inc
  Real n;
algorithm
  n := 0;
  n += time;
end Inc;
