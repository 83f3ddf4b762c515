//! run --method rk45 --stop 3
//! run --method cvode --stop 3
//! run --method ida --stop 3
//! expect exp(-0.3*s)*x + c*y - 1 = 0 within 1e-12
//! expect -c*x + (c + 1)*y - 2 = 0 within 1e-12
model LinearFades "The coefficient of x in the first equation is never 0, but fades"
  Real x, y, z, s(start = 0, fixed = true, min = 0), c(start = 2, fixed = true, min = 1, max = 3);
equation
  der(s) = 40;
  der(c) = cos(time);
  exp(-0.3*s)*x + c*y = 1;
  -c*x + (c + 1)*y = 2;
  z = x + y;
end LinearFades;
