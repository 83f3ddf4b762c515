//! run --stop 10 --tolerance 1e-9 --method cvode
//! run --stop 10 --tolerance 1e-9 --method ida
//! expect invariant = 4*0.5 - 2*log(0.5) + 1 within 1e-6
model LotkaVolterra "d*x - c*log(x) + b*y - a*log(y) is conserved"
  parameter Real a = 1, b = 1, c = 2, d = 4;
  Real x(start = 0.5, fixed = true), y(start = 1, fixed = true);
  Real invariant = d*x - c*log(x) + b*y - a*log(y);
equation
  der(x) = a*x - b*x*y;
  der(y) = -c*y + d*x*y;
end LotkaVolterra;
