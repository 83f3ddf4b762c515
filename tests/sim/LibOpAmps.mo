//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["inverting.out.v"] = -20*sin(2*pi*t) within 1e-9
//! expect v["integrating.out.v"] = (cos(2*pi*t) - 1)/(2*pi*0.1)*2 within 1e-6
//! expect v["limited.out.v"] = max(-15, min(15, -20*sin(2*pi*t)/(1 + 11e-9))) within 1e-6
model LibOpAmps "Inverting, integrating and saturating amplifiers"
  import Kron.Electrical.*;
  SineVoltage source(V = 2, f = 1);
  Ground ground;
  IdealOpAmp inverting, integrating;
  LimitedOpAmp limited(A = 1e9);
  Resistor r1(R = 1e3), r2(R = 10e3), r3(R = 1e5), r4(R = 1e3), r5(R = 10e3);
  Capacitor c(C = 1e-6, v(start = 0, fixed = true));
equation
  connect(source.n, ground.p);
  connect(source.p, r1.p);
  connect(r1.n, inverting.n);
  connect(r2.p, inverting.n);
  connect(r2.n, inverting.out);
  connect(inverting.p, ground.p);
  connect(source.p, r3.p);
  connect(r3.n, integrating.n);
  connect(c.p, integrating.n);
  connect(c.n, integrating.out);
  connect(integrating.p, ground.p);
  connect(source.p, r4.p);
  connect(r4.n, limited.n);
  connect(r5.p, limited.n);
  connect(r5.n, limited.out);
  connect(limited.p, ground.p);
  annotation(experiment(StopTime = 2));
end LibOpAmps;
