//! run --stop 160
//! status 3
//! stderr its divisor `C + T` is
//! stderr it passes through 0 here; let a condition end what moves it before
model FailExponentPole
  parameter Real A = 8, B = 1730, C = -39.7;
  Real T(start = 300, fixed = true), p, n(start = 0, fixed = true);
equation
  der(T) = -2;
  p = 10^(A - B/(T + C));
  der(n) = p/T;
end FailExponentPole;
