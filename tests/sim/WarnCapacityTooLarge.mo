//! run --stop 0.2
//! stderr c.v was 0 all the time but for
//! stderr c.C = 4.7e+08 in c.C*der(c.v) = c.i
//! stderr the parameter `c.C` is 4.7e+08 (
// 470e6 for 470e-6: the capacitor is never charged.
model WarnCapacityTooLarge
  import Kron.Electrical.*;
  SineVoltage mains(V = 20, f = 50);
  Capacitor c(C = 470e6, v(start = 0, fixed = true));
  Resistor r(R = 1);
  Ground g;
equation
  connect(mains.p, r.p);
  connect(r.n, c.p);
  connect(c.n, g.p);
  connect(mains.n, g.p);
end WarnCapacityTooLarge;
