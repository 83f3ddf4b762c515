//! run --stop 10
//! status 3
//! stderr `F` is -199790 by F = c*(x - l0) (
//! stderr ) where c = 1000, l0 = 200, x = 0.21
model AssertInputs
  parameter Real c = 1000, l0 = 200;
  Real x(start = 0.21, fixed = true), F;
equation
  F = c*(x - l0);
  der(x) = -2*F;
  assert(abs(F) < 1e4, "spring overloaded");
end AssertInputs;
