model M
  Boolean b = True;
end M;
