//! run --stop 10 --method rk45
//! run --stop 10 --method rk8
//! run --stop 10 --method cvode
//! run --stop 10 --method ida
//! run --stop 10 --method bdf
//! run --stop 10 --method sdirk
//! final x = 1 - cos(10 - 0.001) within 1e-4
//! final z = 1 - cos(10 - 0.001) within 1e-4
//! final y = 1 - cos(10 - 0.003) within 1e-4
model DelayShort "Delays shorter than steps of what no derivative needs without them"
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true), p, q, r, s, T;
equation
  p = sin(time);
  q = p + 0.001;
  T = 0.002 + time*1e-12;
  r = 1*sin(time);
  der(z) = s;
  der(x) = delay(p, 0.001);
  der(y) = delay(delay(q, T, 1), 0.001) - 0.001;
algorithm
  s := delay(r, 0.001);
end DelayShort;
