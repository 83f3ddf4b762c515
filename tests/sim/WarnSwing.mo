//! run --stop 10
//! stderr z has grown to
//! stderr smaller ki (it is 20
model WarnSwing "An oscillation that grows by exp(7) in the run; by the criterion of Hurwitz ki < kd*kp/m = 2.7"
  parameter Real m = 1.5, kp = 8, kd = 0.5, ki = 20;
  Real z(start = 0, fixed = true), v(start = 0, fixed = true), s(start = 0, fixed = true);
equation
  der(s) = 10 - z;
  der(z) = v;
  m*der(v) = kp*(10 - z) + ki*s - kd*v;
end WarnSwing;
