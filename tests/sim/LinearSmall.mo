//! run --stop 2
//! run --stop 2 --method ida
//! expect x = 3 - t within 1e-9
//! expect y = 2*t - 1 within 1e-9
//! expect z = 4 within 1e-9
model LinearSmall "Three equations in three unknowns with coefficients that depend on time"
  Real x, y, z;
equation
  x + y + z = 6 + time;
  2*x + (1 + time)*y - z = 6 - 2*time + (1 + time)*(2*time - 1) - 4;
  x - y + time*z = 4 + time;
end LinearSmall;
