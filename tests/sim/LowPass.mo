//! run --stop 3 --tolerance 1e-9 --method cvode
//! run --stop 3 --tolerance 1e-9 --method ida
//! expect v["c.v"] = 0 if t <= 1 else 5*(1 - exp(-(t-1)/0.5)) within 1e-7
//! expect v["r.i"] = v["c.i"] within 1e-12
//! expect v["source.p.i"] = -v["c.i"] within 1e-12
//! expect v["ground.p.i"] = 0 within 1e-12
//! expect v["c.p.v"] - v["c.n.v"] = v["c.v"] within 1e-12
model LowPass "R = 1 kOhm, C = 0.5 mF: time constant 0.5 s"
  import Kron.Electrical.*;
  StepVoltage source(V = 5, startTime = 1);
  Resistor r(R = 1e3);
  Capacitor c(C = 0.5e-3, v(start = 0, fixed = true));
  Ground ground;
equation
  connect(source.p, r.p);
  connect(r.n, c.p);
  connect(c.n, source.n);
  connect(source.n, ground.p);
end LowPass;
