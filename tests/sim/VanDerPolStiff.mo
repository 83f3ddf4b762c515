//! run --stop 2 --tolerance 1e-10 --method cvode
//! run --stop 2 --tolerance 1e-10 --method ida
//! final y = 1.706167732170483 within 1e-6
//! final z = -0.8928097010247975 within 1e-6
model VanDerPolStiff "eps = 1e-6; values published with the test set for IVP solvers"
  Real y(start = 2, fixed = true), z(start = 0, fixed = true);
equation
  der(y) = z;
  1e-6*der(z) = (1 - y^2)*z - y;
end VanDerPolStiff;
