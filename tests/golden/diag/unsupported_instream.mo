connector Port
  Real p;
  flow Real m;
  Real h;
end Port;
model M
  Port a;
  Real x = inStream(a.h);
  Real y = actualStream(a.h);
end M;
