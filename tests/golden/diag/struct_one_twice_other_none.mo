model Controller
  input Real e;
  output Real u;
  Real I(start = 0, fixed = true);
equation
  der(I) = e;
  u = 2*e + I;
end Controller;
model Plant
  input Real u;
  output Real y;
  Real x(start = 0, fixed = true), drag;
equation
  der(x) = u - drag;
  y = x;
end Plant;
model M
  Controller c;
  Plant p;
equation
  c.e = 1 - p.y;
  p.u = c.u;
  p.u = 3;
end M;
