model M
  Real x = time;
  Boolean c = not x;
end M;
