//! run --stop 20 --tolerance 1e-9
//! run --stop 20 --tolerance 1e-9 --method cvode
//! run --stop 20 --tolerance 1e-9 --method ida
//! expect x**2 + y**2 + z**2 = 1 within 1e-9
//! expect x*vx + y*vy + z*vz = 0 within 1e-8
//! expect (vx**2 + vy**2 + vz**2)/2 + 9.81*z = 0.5*(1.5**2 + 0.5**2) within 2e-5
//! expect x*vy - y*vx = 1.5 within 1e-5
//! expect F = vx**2 + vy**2 + vz**2 - 9.81*z within 1e-6
model StatesSpherical "A pendulum in space starts sideways: two of three, energy and momentum about the vertical stay"
  Real x(start = 1), y(start = 0, fixed = true), z(start = 0, fixed = true);
  Real vx, vy(start = 1.5, fixed = true), vz(start = 0.5, fixed = true), F;
equation
  der(x) = vx;
  der(y) = vy;
  der(z) = vz;
  der(vx) = -F*x;
  der(vy) = -F*y;
  der(vz) = -F*z - 9.81;
  x^2 + y^2 + z^2 = 1;
end StatesSpherical;
