//! run --stop 10 --tolerance 1e-8 --method rk8 --intervals 2000
//! run --stop 10 --tolerance 1e-8 --method rk45 --intervals 2000
//! run --stop 10 --tolerance 1e-8 --intervals 2000
//! expect x = 1 - exp(-10*t) within 5e-8
model DenseAtLimit "Between steps as long as stability allows values are as accurate as at their ends"
  Real x(start = 0, fixed = true);
equation
  der(x) = 10*(1 - x);
end DenseAtLimit;
