//! run --stop 200
//! quiet
//! final r = 1 within 0.2
model NoWarnSwing "An oscillator of van der Pol that begins small and comes to its cycle of amplitude 20: nothing is said"
  Real x(start = 0.01, fixed = true), v(start = 0, fixed = true), r = (x^2 + v^2)/400;
equation
  der(x) = v;
  der(v) = 0.2*(100 - x^2)/100*v - x;
end NoWarnSwing;
