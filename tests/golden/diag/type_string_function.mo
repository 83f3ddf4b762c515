model M
  parameter String a = String({1, 2});
  parameter String c = String(1.5, digits = 3);
end M;
