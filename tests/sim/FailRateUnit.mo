//! run --stop 1800
//! status 3
//! stderr Q = 2.5 A.h (9000 C)
//! stderr `Q` is in A.h, but der() is by the second and equations take numbers as they are: 1 A.h is 3600 C
model FailRateUnit "A capacity in A.h: the battery is empty after a second"
  parameter Real Q(unit = "A.h") = 2.5;
  Real soc(start = 0.95, fixed = true), i(unit = "A");
equation
  i = 2.5;
  der(soc) = -i/Q;
  assert(soc > 0, "empty");
end FailRateUnit;
