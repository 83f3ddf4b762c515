//! run --stop 4 --tolerance 1e-9
//! run --stop 4 --tolerance 1e-9 --method ida
//! expect i = (u/1 if u > 0 else u/1000) if abs(u) > 1e-6 else i within 1e-8
//! expect u = 2*sin(2*t)*(0.5 if sin(2*t) > 0 else 1000/1001) if abs(sin(2*t)) > 1e-6 else u within 1e-8
model MixedSystem "An ideal diode with resistance 1 or 1000 in series with 1: modes inside a linear system"
  Real u, i, s = 2*sin(2*time);
  Boolean open;
equation
  open = u <= 0;
  u = if open then 1000*i else 1*i;
  s = u + 1*i;
end MixedSystem;
