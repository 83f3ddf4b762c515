//! run --stop 6 --tolerance 1e-8 --method cvode
//! run --stop 6 --tolerance 1e-8 --method ida --intervals 13
//! run --stop 6 --tolerance 1e-8 --method rk45
//! expect y**3 - 3*y = 4*sin(t) within 1e-8
//! expect max(-y, 0) = 0 if pi/6 + 1e-6 < t < 7*pi/6 - 1e-6 else max(-y, 0) within 1e-9
//! expect max(y, 0) = 0 if t < pi/6 - 1e-6 or t > 7*pi/6 + 1e-6 else max(y, 0) within 1e-9
//! events state=2 time=0
model BranchFold "Two smooth folds: the solution jumps from -1 to 2 and from 1 to -2"
  Real y(start = -1.7), z;
  Real x(start = 0, fixed = true);
equation
  y^3 - 3*z = 4*sin(time);
  z + 0.1*sin(z) = y + 0.1*sin(y);
  der(x) = y - x;
end BranchFold;
