//! run --stop 1e11 --tolerance 1e-9 --atol 1e-20 --method cvode
//! run --stop 1e11 --tolerance 1e-9 --atol 1e-20 --method ida
//! final y1*1e8 = 2.083340149701255 within 1e-5
//! final y2*1e13 = 0.8333360770334713 within 1e-5
//! final y3 = 0.9999999791665050 within 1e-12
//! expect y1 + y2 + y3 = 1 within 1e-8
model Robertson "Chemical kinetics over eleven decades of time; values published with the test set for IVP solvers"
  Real y1(start = 1, fixed = true), y2(start = 0, fixed = true), y3(start = 0, fixed = true);
equation
  der(y1) = -0.04*y1 + 1e4*y2*y3;
  der(y2) = 0.04*y1 - 1e4*y2*y3 - 3e7*y2^2;
  der(y3) = 3e7*y2^2;
end Robertson;
