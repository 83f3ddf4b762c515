connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;
model Volume
  Port a;
equation
  a.p = 1;
  a.h = 2;
end Volume;
model M
  Volume v;
end M;
