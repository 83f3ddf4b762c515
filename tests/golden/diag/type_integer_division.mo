model M
  Integer i = 3/2;
end M;
