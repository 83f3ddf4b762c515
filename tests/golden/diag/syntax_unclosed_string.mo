model M
  parameter String s = "abc;
  Real x = 1;
end M;
