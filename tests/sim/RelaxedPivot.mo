//! never a value is not finite
//! run --stop 2 --intervals 10
//! stderr at time 0: the pivot of y vanishes
//! expect (1 - t)*x + y = 2 within 1e-9
//! expect x + y + z = 3 within 1e-9
//! expect x + 2*y + 3*z = t within 1e-9
model RelaxedPivot "E-3: the pivot of y vanishes at the start"
  Real x, y, z;
equation
  (1 - time)*x + Kron.relax(y) = 2;
  x + y + Kron.relax(z) = 3;
  x + 2*y + 3*z = time;
end RelaxedPivot;
