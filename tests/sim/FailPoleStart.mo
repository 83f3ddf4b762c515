//! run --stop 1
//! status 3
//! stderr could not be solved
model FailPoleStart "Corrections beside a pole are small, but lead nowhere: x = 1e-17 is no solution"
  Real x(start = -1);
equation
  x = time*x^(-2);
end FailPoleStart;
