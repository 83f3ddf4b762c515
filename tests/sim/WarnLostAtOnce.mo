//! run --stop 600
//! stderr c leaves its start value 900 within
//! stderr with r = k0*exp(-E/(R*T))*c (
//! final c = 1e-3/(1e-3 + 1.2e9*exp(-72.75/(8.314*324)))*1000 within 1e-9
model WarnLostAtOnce "An energy of activation in kJ: what reacts is gone in a vanishing part of the run"
  parameter Real k0 = 1.2e9, E = 72.75, R = 8.314, T = 324;
  Real c(start = 900, fixed = true), r;
equation
  r = k0*exp(-E/(R*T))*c;
  der(c) = 1e-3*(1000 - c) - r;
end WarnLostAtOnce;
