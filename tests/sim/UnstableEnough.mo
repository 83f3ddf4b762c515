//! run --stop 36000
//! status 3
//! stderr its solution goes to infinity at this time
//! stderr nothing would grow with larger G (it is 0.05, 0.5 is enough)
//! stderr smaller a (it is 0.5, 0.05 is enough)
model UnstableEnough "Heat that grows exponentially: at the start it grows by a*b*exp(b*31.85) = 0.203 W/K, cooling by G"
  parameter Real C = 80, G = 0.05, T0 = 298.15, a = 0.5, b = 0.06;
  Real T(start = 330, fixed = true), Q;
equation
  Q = a*exp(b*(T - T0));
  C*der(T) = Q - G*(T - T0);
end UnstableEnough;
