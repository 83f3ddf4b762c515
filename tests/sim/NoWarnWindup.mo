//! run --stop 5e4
//! quiet
//! final T = 332.9999 within 2e-2
// Behind limits, and rightly so: an integral that is led back to its limit, the way of a body whose clutch slips, the
// speed of one that is pushed as strongly as can be, and a balance of energy.
model NoWarnWindup
  Real T(start = 283, fixed = true), I(start = 0, fixed = true), E(start = 0, fixed = true), u, P;
  Real s(start = 0, fixed = true), v(start = 0.001, fixed = true), F;
  Real w(start = 0, fixed = true), pull;
equation
  u = 500*(363 - T + I);
  P = min(3000, u);
  300*der(I) = 363 - T + (P - u)/500;
  1e5*der(T) = P - 60*(T - 283);
  der(E) = min(P, 1000);
  der(s) = v;
  F = min(2, 100*s);
  1e3*der(v) = 2.0001 - F;
  pull = min(3, 1 + w);
  1e3*der(w) = pull;
end NoWarnWindup;
