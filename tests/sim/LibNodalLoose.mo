//! run --tolerance 1e-9
//! run --tolerance 1e-9 --relax off
//! expect v["R2.u"] = 4 within 1e-12
//! expect v["R3.n.v"] = 4 within 1e-12
//! expect v["R4.u"] = -12 within 1e-12
//! expect v["L.i"] = 0.6*(1 - exp(-20*time)) within 1e-8
//! expect v["R7.n.v"] = 5.2 within 1e-12
//! expect v["R9.i"] = v["D.i"] within 1e-15
//! expect v["R9.i"]*1000 + v["D.u"] = 6 within 1e-9
model LibNodalLoose "RX-43: nodes of one current are no matter of the user: pins that hang or only measure, sources, inductors and diodes in series"
  import Kron.Nodal.*;
  Ground g;
  VoltageSource V(V = 6);
  Resistor R1(R = 100), R2(R = 200) "A divider: 4 V";
  Resistor R3(R = 50) "Carries no current, since the source only measures";
  VCCS S(k = 0.01);
  Resistor R4(R = 300);
  Resistor R6(R = 10) "Its current is a state";
  Inductor L(L = 0.5, i(fixed = true));
  Resistor R7(R = 40) "Its current is given";
  CurrentSource I(I = 0.02);
  Resistor R8(R = 33) "Hangs at one end";
  Resistor R9(R = 1000);
  Diode D;
equation
  connect(V.n, g.p);
  connect(V.p, R1.p);
  connect(R1.n, R2.p);
  connect(R2.n, g.p);
  connect(R1.n, R3.p);
  connect(R3.n, S.p1);
  connect(S.n1, g.p);
  connect(S.p2, R4.p);
  connect(S.n2, g.p);
  connect(R4.n, g.p);
  connect(V.p, R6.p);
  connect(R6.n, L.p);
  connect(L.n, g.p);
  connect(V.p, R7.p);
  connect(R7.n, I.p);
  connect(I.n, g.p);
  connect(R1.n, R8.p);
  connect(V.p, R9.p);
  connect(R9.n, D.p);
  connect(D.n, g.p);
  annotation(experiment(StopTime = 0.2));
end LibNodalLoose;
