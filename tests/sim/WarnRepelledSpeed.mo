//! run --stop 5
//! stderr w has gone from 0 to
//! stderr goes on, away from where it would rest
//! stderr opposite sign of c (it is 200
//! final a = 0.1*(0.5*(1 + 10/sqrt(52100))*exp(5*(sqrt(52100) - 10)/260) + 0.5*(1 - 10/sqrt(52100))*exp(5*(-sqrt(52100) - 10)/260)) within 1e-4
model WarnRepelledSpeed "A seesaw with the wrong sign of its spring: J*s^2 + d*s - c = 0, s = (-10 +- sqrt(100 + 52000))/260"
  parameter Real J = 260, d = 20, c = 200;
  Real a(start = 0.1, fixed = true), w(start = 0, fixed = true);
equation
  der(a) = w;
  J*der(w) = c*a - d*w;
end WarnRepelledSpeed;
