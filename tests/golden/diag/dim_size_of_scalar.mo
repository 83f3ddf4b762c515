model M
  Real s = time;
  Integer n = size(s, 1);
  Integer m = size({1, 2}, 0);
end M;
