//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["d.i"] = 1e-12*(exp(v["d.vj"]/0.0258) - 1) + 1e-12*v["d.vj"] within 1e-7
//! expect v["d.v"] = v["d.vj"] + 0.1*v["d.i"] within 1e-9
//! expect 5*sin(2*pi*50*t) = 100*v["d.i"] + v["d.v"] within 1e-7
model LibShockley "Half-wave rectifier: the diode's law holds at every instant"
  import Kron.Electrical.*;
  SineVoltage source(V = 5, f = 50);
  Diode d;
  Resistor r(R = 100);
  Ground ground;
equation
  connect(source.p, d.p);
  connect(d.n, r.p);
  connect(r.n, source.n);
  connect(source.n, ground.p);
  annotation(experiment(StopTime = 0.04));
end LibShockley;
