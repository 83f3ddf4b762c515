model M
  Real x;
  x = time;
end M;
