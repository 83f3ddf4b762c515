//! run
//! stderr at time 0 a value is not finite, although nothing fails by it: division by zero (`R*T` is 0) in k = k0*exp(-E/(R*T)) (
//! stderr `T` starts with 0 (
model WarnInfinite "exp(-inf) is 0, and nothing fails: the start value is wrong all the same"
  parameter Real k0 = 7.2e10, E = 8.314e4, R = 8.314;
  Real c(start = 1, fixed = true), T(start = 0, fixed = true), k;
equation
  k = k0*exp(-E/(R*T));
  der(c) = -k*c;
  der(T) = 300 - T;
end WarnInfinite;
