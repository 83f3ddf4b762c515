model M
  Real x = 1;
end M;
oops;
