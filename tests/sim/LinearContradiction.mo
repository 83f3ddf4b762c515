//! run --method rk45 --stop 1
//! run --method cvode --stop 1
//! run --method ida --stop 1
//! status 3
//! stderr is singular
//! stderr at time 0.5
model LinearContradiction "From 0.5 on two equations say of the same sum that it is 1e-11, and 3e-11"
  Real x, y, s(start = 0, fixed = true);
  Boolean b = time > 0.5;
equation
  der(s) = 1;
  (s + 2)*x + (s + 1)*y = 1e-11;
  (s + 2)*x + (if b then s + 1 else s + 3)*y = 3e-11;
end LinearContradiction;
