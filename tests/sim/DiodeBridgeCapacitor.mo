//! run --stop 0.1
//! run --stop 0.1 --method cvode
//! run --stop 0.1 --method ida
//! run --stop 0.1 --tolerance 1e-9
//! run --stop 0.1 --tolerance 1e-10 --method rk45
//! expect v["d1.off"]*max(v["d1.s"], 0) = 0 within 1e-6
//! expect v["d4.off"]*max(v["d4.s"], 0) = 0 within 1e-6
//! expect (1 - v["d2.off"])*min(v["d2.s"], 0) = 0 within 1e-6
//! expect (1 - v["d3.off"])*min(v["d3.s"], 0) = 0 within 1e-6
//! expect min(v["c.v"], 6.5) = 6.5 if t > 0.02 else min(v["c.v"], 6.5) within 1e-9
model DiodeBridgeCapacitor "No event is lost: what conducts carries forward current, what blocks no forward voltage"
  import Kron.Electrical.*;
  SineVoltage s(V = 10, f = 50);
  IdealDiode d1, d2, d3, d4;
  Capacitor c(C = 1e-3, v(start = 0, fixed = true));
  Resistor r(R = 50), rs(R = 0.5);
  Ground g;
equation
  connect(s.p, rs.p);
  connect(rs.n, d1.p);
  connect(s.n, d2.p);
  connect(d3.n, rs.n);
  connect(d4.n, s.n);
  connect(d1.n, c.p);
  connect(d2.n, c.p);
  connect(d3.p, c.n);
  connect(d4.p, c.n);
  connect(c.p, r.p);
  connect(c.n, r.n);
  connect(c.n, g.p);
end DiodeBridgeCapacitor;
