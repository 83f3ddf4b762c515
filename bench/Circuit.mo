model Circuit "A low-pass filter of ten components"
  import Kron.Electrical.*;
  StepVoltage source(V = 5);
  Resistor r1(R = 100), r2(R = 200), load(R = 1000);
  Inductor l1(L = 0.01, i(fixed = true)), l2(L = 0.02, i(fixed = true));
  Capacitor c1(C = 1e-6, v(fixed = true)), c2(C = 2e-6, v(fixed = true)), c3(C = 1e-6, v(fixed = true));
  Ground ground;
equation
  connect(source.p, r1.p);
  connect(r1.n, l1.p);
  connect(l1.n, c1.p);
  connect(l1.n, l2.p);
  connect(l2.n, c2.p);
  connect(l2.n, r2.p);
  connect(r2.n, c3.p);
  connect(r2.n, load.p);
  connect(c1.n, ground.p);
  connect(c2.n, ground.p);
  connect(c3.n, ground.p);
  connect(load.n, ground.p);
  connect(source.n, ground.p);
  annotation(experiment(StopTime = 0.01));
end Circuit;
