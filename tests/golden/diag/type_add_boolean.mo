model M
  Boolean b = true;
  Real x = b + 1;
end M;
