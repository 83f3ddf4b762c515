//! run --stop 10
//! run --stop 10 --method rk45
//! run --stop 10 --method cvode
//! run --stop 10 --method ida
//! run --stop 10 --method bdf
//! run --stop 10 --method sdirk
//! final x = -1.67748124 within 1e-5
model DelayTimeAlgebraic "The time of a delay is what nothing but the delay needs; the integral by the midpoint rule with 20000 points"
  Real x(start = 0, fixed = true), p, T;
equation
  T = 2 + sin(time);
  p = sin(time);
  der(x) = delay(p, T, 10);
end DelayTimeAlgebraic;
