//! run --stop 10
//! status 3
//! stderr grows faster and faster
//! stderr its solution goes to infinity at this time
//! stderr der(T) = k*exp(T)
model FailEscapeExp "A solution that ends while the state itself is still small: T = -log(exp(-1) - t)"
  parameter Real k = 1;
  Real T(start = 1, fixed = true);
equation
  der(T) = k*exp(T);
end FailEscapeExp;
