//! run --stop 3
//! status 3
//! stderr at time 1.85078: x grows without bound
model FailPoleStiff "FailPole in a stiff model: seen by the method that took over, whose program has more variables"
  Real x, y;
  Real z(start = 1, fixed = true);
equation
  (time - 1.5)*x + y = 1;
  x + (time + 1)*y = 2;
  der(z) = -1e5*(z - cos(time));
end FailPoleStiff;
