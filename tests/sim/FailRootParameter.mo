//! run --stop 1
//! status 3
//! stderr is the sign of `K0` meant, which is -1.8 (
// The argument of a root is negative by a parameter.
model FailRootParameter
  parameter Real K0 = -1.8;
  Real K, x;
equation
  K = K0*exp(-time);
  x = sqrt(K)/(1 + sqrt(K));
end FailRootParameter;
