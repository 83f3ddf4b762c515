// A slider-crank at rest in an equilibrium (x1 = 0 is the start value) that begins at a time other than 0: nothing was kept before the first step, so the
// solution at its end is looked for near the values at the start, not near start values (x2 = 0, where
// the rod's equation does not determine x2).
//! run --start 1 --stop 2
//! run --start -3 --stop -2
//! run --start 1 --stop 2 --method ida
//! expect sqrt(x1**2 + y1**2) = 1 within 1e-8
//! expect sqrt((x2 - x1)**2 + (0.5 - y1)**2) = 3 within 1e-8
//! expect abs(y1) = 1 within 1e-8
//! expect vx1**2 + vy1**2 + vx2**2 = 0 within 1e-8
model StartLater
  Real x1, y1, x2, vx1, vy1, vx2, F0, F1;
equation
  der(x1) = vx1;
  der(y1) = vy1;
  der(x2) = vx2;
  der(vx1) = -F0*x1 + F1*(x2 - x1);
  der(vy1) = -F0*y1 + F1*(0.5 - y1) - 9.81;
  der(vx2) = -F1*(x2 - x1);
  x1^2 + y1^2 = 1;
  (x2 - x1)^2 + (0.5 - y1)^2 = 9;
end StartLater;
