//! run --stop 3
//! expect z = cos(sqrt(5)*t) within 1e-4
//! expect w - u = 0 within 1e-9
model TwoRates "One angle has two names, found by elimination only, and each a rate of its own"
  parameter Real ratio = 2;
  Real phi1(start = 0, fixed = true), w1(start = 0, fixed = true);
  Real phi2(start = 1, fixed = true), w2(start = 0, fixed = true);
  Real x, s, w, a, z, u, b, tau;
equation
  der(phi1) = w1;
  der(phi2) = w2;
  der(w1) = tau/ratio;
  der(w2) = -tau;
  phi1 = ratio*x;
  s = phi2 - x;
  w = der(s);
  a = der(w);
  z = phi2 - x;
  u = der(z);
  b = der(u);
  tau = 4*z;
end TwoRates;
