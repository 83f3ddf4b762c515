//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["ideal.v2"] = 23*sin(2*pi*50*t) within 1e-9
//! expect v["ideal.i1"] = 0.23*sin(2*pi*50*t) within 1e-9
//! expect v["coils.i1"] = 5*t if t < 0.1 else v["coils.i1"] within 1e-7
//! expect v["coils.v2"] = 5*0.5 within 1e-7
model LibTransformers "An ideal transformer feeds a resistor; an open second coil sees M der(i1)"
  import Kron.Electrical.*;
  SineVoltage source(V = 230, f = 50);
  IdealTransformer ideal(n = 10);
  Resistor load(R = 10);
  ConstantVoltage battery(V = 10);
  Transformer coils(L1 = 2, L2 = 0.5, M = 0.5, i1(start = 0, fixed = true));
  VoltageSensor voltmeter;
  Ground ground;
equation
  connect(source.p, ideal.p1);
  connect(source.n, ideal.n1);
  connect(ideal.p2, load.p);
  connect(ideal.n2, load.n);
  connect(battery.p, coils.p1);
  connect(battery.n, coils.n1);
  connect(coils.p2, voltmeter.p);
  connect(coils.n2, voltmeter.n);
  connect(source.n, ground.p);
  connect(ideal.n2, ground.p);
  connect(battery.n, ground.p);
  connect(coils.n2, ground.p);
  annotation(experiment(StopTime = 0.1));
end LibTransformers;
