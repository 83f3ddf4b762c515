//! run --stop 10
//! run --stop 10 --method rk45
//! run --stop 10 --method rk8
//! run --stop 10 --method cvode
//! run --stop 10 --method ida
//! run --stop 10 --method bdf
//! run --stop 10 --method sdirk
//! run --stop 10 --method radau
//! final x = 0.02*sqrt(pi) within 1e-4
//! final y = 0.02*sqrt(pi)*exp(-(10 - 7.003)/5)*exp((0.02/5)**2/4) within 1e-4
//! final z = 0.02*sqrt(pi)*3 within 1e-4
model NarrowPulse "Functions of time that do nothing for long, without events"
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = exp(-((time - 3.3)/0.02)^2);
  der(y) = -y/5 + exp(-((time - 7.003)/0.02)^2);
  der(z) = exp(-((time - 1)/0.02)^2) + exp(-((time - 5)/0.02)^2) + exp(-((time - 9)/0.02)^2);
end NarrowPulse;
