//! run --stop 1 --tolerance 1e-9
//! run --stop 1 --tolerance 1e-9 --method cvode
//! run --stop 1 --tolerance 1e-9 --method rk45
//! expect x**2 + y**2 = 1 within 1e-9
//! expect 0.5*(vx**2 + vy**2) + 9.81*y = -9.81*0.8 within 1e-6
//! expect x*vx + y*vy = 0 within 1e-9
model IndexPendulum "DS-31: pendulum in Cartesian coordinates with the states chosen by the user"
  Real x(start = 0.6, fixed = true, stateSelect = StateSelect.always), y(start = -0.8);
  Real vx(start = 0, fixed = true, stateSelect = StateSelect.always), vy, F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
end IndexPendulum;
