//! run --stop 1 --tolerance 1e-9
//! run --stop 1 --tolerance 1e-9 --set y.start=0.8
//! expect x**2 + y**2 = 1 within 1e-10
//! final t = 1 within 0
model StatesRedundantStart "E-12: more initial conditions than freedom, but they agree"
  Real x(start = 0.6, fixed = true), y(start = 0.8, fixed = true), F;
  Real vx(start = 0.4, fixed = true), vy(start = -0.3, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
end StatesRedundantStart;
