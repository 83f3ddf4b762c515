//! run --stop 1
//! expect x5 = 120 within 1e-9
//! expect x4 = 120*t + 24 within 1e-9
//! expect y = 120 + 2*(120*t + 24) within 1e-9
model IndexFive "index 6: the fifth derivative of a prescribed motion"
  Real x0, x1, x2, x3, x4, x5, y;
equation
  x0 = time^5 + time^4;
  x1 = der(x0);
  x2 = der(x1);
  x3 = der(x2);
  x4 = der(x3);
  x5 = der(x4);
  y = x5 + 2*x4;
end IndexFive;
