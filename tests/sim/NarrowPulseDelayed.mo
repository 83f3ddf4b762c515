//! run --stop 100
//! run --stop 100 --method rk45
//! run --stop 100 --method rk8
//! run --stop 100 --method cvode
//! run --stop 100 --method ida
//! run --stop 100 --method bdf
//! run --stop 100 --method sdirk
//! final x = sqrt(pi) within 2e-3
//! final y = sqrt(pi) within 2e-3
//! final z = sqrt(pi)*exp(-(100 - 93)/50)*exp(1/50**2/4) within 2e-3
model NarrowPulseDelayed "Functions of time that come out of delays much later, without events"
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = delay(exp(-(time - 13.3)^2), 20);
  der(y) = delay(exp(-(time - 63)^2), 0.7);
  der(z) = -z/50 + delay(exp(-(time - 43)^2), 50);
end NarrowPulseDelayed;
