//! run --method rk45
//! run --method ida
//! status 3
//! stderr no combination of conditions is consistent
model ModesContradict "off: s = u > 0; on: s = -1e9*u < 0"
  Real u(start = 1, fixed = true), s;
  Boolean off(start = true);
equation
  der(u) = -u;
  off = s < 0;
  u = s*(if off then 1 else -1e-9);
end ModesContradict;
