//! run --stop 10
//! run --stop 10 --method rk45
//! run --stop 10 --method rk8
//! run --stop 10 --method cvode
//! run --stop 10 --method ida
//! run --stop 10 --method bdf
//! run --stop 10 --method bdf --tolerance 1e-4
//! run --stop 10 --method bdf --tolerance 1e-8
//! run --stop 10 --method sdirk
//! run --stop 10 --method radau
//! final t = 10 within 1e-9
//! final s = 21 within 1e-9
//! final x = 0.02*sqrt(pi) within 1e-4
//! final y = 0.02*sqrt(pi)/2*3 within 1e-4
//! final z = 0.02*sqrt(pi) within 1e-4
model NarrowPulseClock "Functions of clocks that are states, which do nothing for long"
  parameter Real rate = 2;
  Real t(start = 0, fixed = true), s(start = 1, fixed = true), x(start = 0, fixed = true), y(start = 0, fixed = true),
    z(start = 0, fixed = true);
equation
  der(t) = 1;
  der(s) = rate;
  der(x) = exp(-((t - 3.3)/0.02)^2);
  der(y) = 3*exp(-((s - 15.2)/0.02)^2);
  der(z) = exp(-((t - 5.003)/0.02)^2);
end NarrowPulseClock;
