//! run --stop 300
//! status 3
//! stderr nothing would grow with the opposite sign of k2 (it is 1), kp (it is 2)
model GrowthOfSign "Positive feedback to the end of numbers: gains that are signs alone come first"
  parameter Real k1 = 1, k2 = 1, kp = 2;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), e, u;
equation
  e = k1*1 + k2*y;
  u = kp*(e + x);
  der(x) = 2*e;
  der(y) = 5*(3*u - y);
end GrowthOfSign;
