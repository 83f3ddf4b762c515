package P
  parameter Real p = 1;
  Real v = time;
end P;
model M
  Real x = P.v;
end M;
