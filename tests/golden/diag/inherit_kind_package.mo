package P
  constant Real c = 1;
end P;
model M
  extends P;
  Real x = c;
end M;
