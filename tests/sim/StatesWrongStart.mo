//! run --stop 1
//! status 3
//! stderr the initial condition `vy = 0.3` contradicts
//! stderr which give -0.3, not 0.3
//! stderr StatesWrongStart.mo:
model StatesWrongStart "E-12: more initial conditions than freedom, and they contradict each other"
  Real x(start = 0.6, fixed = true), y(start = 0.8, fixed = true), F;
  Real vx(start = 0.4, fixed = true), vy(start = 0.3, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
end StatesWrongStart;
