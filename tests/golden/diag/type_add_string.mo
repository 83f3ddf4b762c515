model M
  parameter String s = "a";
  Real x = 1 + s;
end M;
