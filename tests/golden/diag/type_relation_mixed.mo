model M
  Boolean a = 1 < "x";
  Boolean b = true == 1;
end M;
