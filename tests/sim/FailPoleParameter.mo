//! run --stop 60
//! status 3
//! stderr the parameter `Km` is -5 (
//! stderr let a condition end what moves it before the divisor is 0
//! never in the time of the run
model FailPoleParameter
  parameter Real Vmax = 1, Km = -5;
  Real S(start = 20, fixed = true), P(start = 0, fixed = true);
equation
  der(S) = -Vmax*S/(Km + S);
  der(P) = Vmax*S/(Km + S);
end FailPoleParameter;
