//! run --stop 3 --tolerance 1e-9
//! expect x4 = cos(t) within 1e-7
//! expect x2 = cos(t) within 1e-7
//! expect x1 + x3 = s within 1e-6
//! expect x1 - x3 = x4*t within 1e-6
model HiddenNonlinear "The equations that hide the constraint x4 = cos(time) are nonlinear, with factors inside and outside"
  Real x1, x2, x3, x4, s(start = 0.4, fixed = true);
initial equation
  x1 + x3 = 0.4;
equation
  0.3*(der(x1) + der(x3) + x1 + x3 - 0.5*sin(x2)) = 0;
  0.45*(der(x1) + x1 - 0.5*sin(x2)) + 0.225*(2*der(x3) + 2*x3) + 0.1*(x4 - cos(time)) = 0;
  x2 = x4;
  x1 - x3 = x4*time;
  der(s) = -s + 0.5*sin(cos(time)) "The same without them";
end HiddenNonlinear;
