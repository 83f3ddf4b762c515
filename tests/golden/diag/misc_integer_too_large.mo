model M
  parameter Integer n = 99999999999999999999;
end M;
