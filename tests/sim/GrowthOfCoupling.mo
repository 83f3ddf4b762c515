//! run --stop 5
//! status 3
//! stderr smaller M (it is 0.08, 0.04 is enough)
//! never Q1
model GrowthOfCoupling "Coils whose coupling is more than complete: less of it, beyond an infinite rate, is the cure"
  parameter Real L1 = 0.1, L2 = 0.05, M = 0.08, R1 = 1, R2 = 2;
  Real i1(start = 0, fixed = true), i2(start = 0, fixed = true), u;
equation
  u = 10*sin(314*time);
  u = R1*i1 + L1*der(i1) + M*der(i2);
  0 = R2*i2 + M*der(i1) + L2*der(i2);
end GrowthOfCoupling;
