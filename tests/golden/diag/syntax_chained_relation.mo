model M
  Boolean b = 1 < time < 2;
end M;
