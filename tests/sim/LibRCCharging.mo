//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["c.v"] = 5*(1 - exp(-max(t - 0.5, 0)/0.2)) within 1e-7
//! expect i = 5/200*exp(-(t - 0.5)/0.2) if t > 0.5 else i within 1e-7
//! final u = 5*(1 - exp(-1.5/0.2)) within 1e-7
//! events state=0 time=1
model LibRCCharging "A capacitor is charged through a resistor from 0.5 s on"
  import Kron.Electrical.*;
  StepVoltage source(V = 5, startTime = 0.5);
  Resistor r(R = 200);
  Capacitor c(C = 1e-3, v(start = 0, fixed = true));
  CurrentSensor ammeter;
  PotentialSensor probe;
  Ground ground;
  Real i = ammeter.i, u = probe.v;
equation
  connect(source.p, ammeter.p);
  connect(ammeter.n, r.p);
  connect(r.n, c.p);
  connect(c.p, probe.p);
  connect(c.n, ground.p);
  connect(source.n, ground.p);
  annotation(experiment(StopTime = 2));
end LibRCCharging;
