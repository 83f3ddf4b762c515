model M
  Integer i(start = 0);
equation
  i = i + 1;
end M;
