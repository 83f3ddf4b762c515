//! run
//! run
//! stderr logarithm of a number that is not positive (`p` is 0) in log10(p) = A - B/(C + T) (
//! stderr the parameter `p` is 0 (
model WarnInfiniteConstant "What parameters decide is computed once, and a kept translation says it too"
  parameter Real A = 8.07131, B = 1730.63, C = 233.426, p = 0;
  Real T(start = 100);
equation
  log10(p) = A - B/(C + T);
end WarnInfiniteConstant;
