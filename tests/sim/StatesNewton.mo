//! run --stop 5 --tolerance 1e-9
//! run --stop 5 --tolerance 1e-9 --method cvode
//! run --stop 5 --tolerance 1e-9 --method ida
//! expect F = -12*sin(2*t) within 1e-9
//! expect speed = 2*cos(2*t) within 1e-9
//! expect G = -12*sin(2*t) within 1e-6
//! expect z = sin(2*t) within 1e-7
model StatesNewton "DS-30: the force of a given motion, and the motion of a given force"
  parameter Real m = 3;
  Real x, speed, F;
  Real z(start = 0, fixed = true), u(start = 2, fixed = true), G;
equation
  der(x) = speed;
  m*der(speed) = F;
  x = sin(2*time);
  der(z) = u;
  m*der(u) = G;
  G = -12*z;
end StatesNewton;
