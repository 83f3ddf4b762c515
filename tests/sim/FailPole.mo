//! run --stop 3
//! run --stop 3 --intervals 7
//! run --stop 3 --method cvode
//! status 3
//! stderr at time 1.85078: x grows without bound
//! stderr the divisor (time - 1.5)*(time + 1) - 1 passes through 0 (
model FailPole "Two linear equations whose determinant changes its sign at (0.5 + sqrt(10.25))/2"
  Real x, y;
equation
  (time - 1.5)*x + y = 1;
  x + (time + 1)*y = 2;
end FailPole;
