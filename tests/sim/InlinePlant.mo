//! run --stop 5 --tolerance 1e-8 --method bdf
//! run --stop 5 --tolerance 1e-8 --method sdirk
//! run --stop 5 --tolerance 1e-8 --method cvode
//! final x = -0.304858610 within 2e-7
//! final x1 = -0.385222409 within 2e-7
//! final x2 = 0.156119756 within 2e-6
model InlinePlant "IN-33, IN-42: nonlinear plant with a controller of second order"
  parameter Real w = 5, D = 0.3, k = 2;
  Real x(start = 1, fixed = true), x1(start = 0, fixed = true), x2(start = 0, fixed = true), y, u;
equation
  der(x) = -x - 0.5*x^3 + u + sin(time);
  y = x + 0.1*x*x;
  der(x1) = x2;
  der(x2) + 2*w*D*x2 + w*w*x1 = w*w*y;
  u = -k*x1;
end InlinePlant;
