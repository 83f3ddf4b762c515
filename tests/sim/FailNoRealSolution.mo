// x^2 = -1 has no real solution
//! run --stop 1
//! status 3
//! stderr residual 1
//! stderr there seems to be no real solution
model FailNoRealSolution
  Real x;
equation
  x^2 + 1 + time = 0;
end FailNoRealSolution;
