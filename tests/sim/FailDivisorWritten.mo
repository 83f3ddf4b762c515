//! run --stop 1000
//! status 3
//! stderr division by zero (`Th - Tc` is 0) in COP = 0.5*Th/(Th - Tc) (
//! never 2*(Th
model FailDivisorWritten
  parameter Real C = 1e5, Tc = 293.15, P = 1000, G = 100;
  Real Th(start = 293.15, fixed = true), COP;
equation
  COP = 0.5*Th/(Th - Tc);
  C*der(Th) = COP*P - G*(Th - Tc);
end FailDivisorWritten;
