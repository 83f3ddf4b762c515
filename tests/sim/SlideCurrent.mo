//! run --stop 0.01
//! final v["l.i"] = 6 within 0.01
//! final v["load.v"] = 30 within 0.01
//! stderr l.i < limit (
//! stderr give the condition a hysteresis
model SlideCurrent "A current limit without hysteresis: it is held at the limit, which the resistor gets"
  import Kron.Electrical.*;
  ConstantVoltage supply(V = 48);
  Switch hi(closed = l.i < limit);
  IdealDiode free;
  Inductor l(L = 1e-4, i(start = 0, fixed = true));
  Capacitor c(C = 1e-4, v(start = 0, fixed = true));
  Resistor load(R = 5);
  Ground ground;
  parameter Real limit = 6;
equation
  connect(supply.p, hi.p);
  connect(hi.n, free.n);
  connect(hi.n, l.p);
  connect(l.n, c.p);
  connect(c.p, load.p);
  connect(free.p, ground.p);
  connect(c.n, ground.p);
  connect(load.n, ground.p);
  connect(supply.n, ground.p);
end SlideCurrent;
