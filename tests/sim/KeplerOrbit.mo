//! run --stop 6.283185307179586 --tolerance 1e-10 --method cvode
//! run --stop 6.283185307179586 --tolerance 1e-10 --method ida
//! expect energy = -0.5 within 1e-7
//! expect momentum = sqrt(1 - 0.25) within 1e-7
//! final  v["r[1]"] = 0.5 within 1e-6
//! final  v["r[2]"] = 0 within 1e-6
//! final  v["u[1]"] = 0 within 1e-6
//! final  v["u[2]"] = sqrt(3) within 1e-6
model KeplerOrbit "Half axis 1, excentricity 0.5, from the perihelion, one period"
  Real r[2](start = {0.5, 0}, each fixed = true);
  Real u[2](start = {0, sqrt(3)}, each fixed = true);
  Real energy = u*u/2 - 1/sqrt(r*r);
  Real momentum = r[1]*u[2] - r[2]*u[1];
equation
  der(r) = u;
  der(u) = -r/(r*r)^1.5;
end KeplerOrbit;
