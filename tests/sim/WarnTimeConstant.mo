//! run --stop 0.5
//! stderr uc has moved from 0 to
//! stderr its time constant is 4.7e+04
//! stderr the parameter `C` is 47 (
//! final uc = 5*(1 - exp(-0.5/47000)) within 1e-6
model WarnTimeConstant "A capacity of 47 in place of 47e-6: the run shows nothing of the time constant"
  parameter Real R = 1000, C = 47;
  Real uc(start = 0, fixed = true), i;
equation
  i = C*der(uc);
  5 = R*i + uc;
end WarnTimeConstant;
