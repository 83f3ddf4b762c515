//! run --stop 1000
//! status 3
//! stderr x has grown to
//! stderr it grows by der(x) = k*x (
//! stderr where k = 2: is a sign or a parameter wrong there?
model FailGrowing
  parameter Real k = 2; Real x(start = 1, fixed = true);
equation
  der(x) = k*x;
end FailGrowing;
