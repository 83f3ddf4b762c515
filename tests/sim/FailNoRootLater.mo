//! run --stop 5
//! status 3
//! stderr v*i = P (
//! stderr P = 100 by P = if time < 2 then 20 else 100 (
//! stderr the residual has the same sign whatever v is, near and far: there seems to be no real solution
model FailNoRootLater
  parameter Real V0 = 12, R = 0.5;
  Real P, v(start = 12), i(start = 1);
  Real E(start = 0, fixed = true);
equation
  P = if time < 2 then 20 else 100;
  v = V0 - R*i;
  v*i = P;
  der(E) = P;
end FailNoRootLater;
