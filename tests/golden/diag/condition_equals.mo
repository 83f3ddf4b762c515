model M
  parameter Integer level = 1;
  Real x = time if level = 2;
end M;
