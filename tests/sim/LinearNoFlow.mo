//! run --method rk45 --stop 1
//! run --method cvode --stop 1
//! run --method ida --stop 1
//! expect q*(1 + 0.1*m) - m = 0 within 1e-12
//! expect a - 2 - 0.1*q = 0 within 1e-12
//! expect b - 1 - 0.2*q = 0 within 1e-12
//! stderr linear equations do not determine h; of their solutions
model LinearNoFlow "While nothing flows h is not determined; everything else is"
  Real m = if time < 0.3 then 1 elseif time < 0.6 then 0 else 2;
  Real h, a, b, q;
equation
  m*h = m*a;
  a = 2 + 0.1*q;
  q = m*(h - b);
  b = 1 + 0.2*q;
end LinearNoFlow;
