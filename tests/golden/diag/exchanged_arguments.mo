function density
  input Real p;
  input Real h;
  output Real d = p/h;
end density;
model M "The inputs are p, h"
  Real p = 1e5 + time, h = 5e5, d, e, f;
equation
  d = density(h, p);
  e = density(p, h) "right";
  f = density(h = h, p = p) "right";
end M;
