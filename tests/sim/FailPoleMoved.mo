//! run --stop 60
//! status 3
//! stderr it changes by der(m) = -mdot (
//! stderr let a condition end what moves it before the divisor is 0
model FailPoleMoved
  parameter Real m0 = 100, mdot = 2.5, ve = 2500, g = 9.81;
  Real m(start = m0, fixed = true), v(start = 0, fixed = true), h(start = 0, fixed = true);
equation
  der(m) = -mdot;
  m*der(v) = mdot*ve - m*g;
  der(h) = v;
end FailPoleMoved;
