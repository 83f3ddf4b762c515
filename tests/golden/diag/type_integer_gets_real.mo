model M
  parameter Integer n = 2.5;
  Integer k = time;
end M;
