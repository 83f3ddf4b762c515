//! run --stop 600
//! status 3
//! stderr it changes by V*der(c) = q*(c0 - c) - V*r (
//! stderr with r = k0*exp(-E/(R*T))*c (
//! stderr where k0 = 1.2e+09, E = 72.75, R = 8.314
model FailDrivers
  parameter Real V = 0.1, q = 0.00167, rho = 1000, cp = 4180;
  parameter Real k0 = 1.2e9 "1/s", E = 72.75 "J/mol", R = 8.314;
  parameter Real dH = -5e4 "J/mol", c0 = 1000 "mol/m3", Tin = 350, UA = 833, Tc = 300;
  Real c(start = 500, fixed = true);
  Real T(start = 350, fixed = true);
  Real r;
equation
  r = k0*exp(-E/(R*T))*c;
  V*der(c) = q*(c0 - c) - V*r;
  V*rho*cp*der(T) = q*rho*cp*(Tin - T) - dH*V*r + UA*(Tc - T);
  assert(c > 0.001, "no reactant is left");
end FailDrivers;
