//! run --stop 5
//! status 3
//! stderr division by zero (`s` is 0) in m*der(v) = m*g - c*s - d*v (
//! stderr `s` is 0 by s = 0 (
//! stderr this equation is solved for the parameter `c`, which has fixed = false: with these values it says nothing about it; is an initial equation wrong?
//! never starts with
model FailSought "A spring constant from a deflection of 0"
  parameter Real c(fixed = false, start = 1000), m = 10, g = 9.81, d = 50;
  Real s(start = 0), v(start = 0);
initial equation
  v = 0;
  der(v) = 0;
  s = 0;
equation
  der(s) = v;
  m*der(v) = m*g - c*s - d*v;
end FailSought;
