model M
  Real y = min(1, time, 3);
end M;
