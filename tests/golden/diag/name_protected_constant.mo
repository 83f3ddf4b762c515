package P
protected
  constant Real c = 2;
end P;
model T
  Real y = P.c;
end T;
