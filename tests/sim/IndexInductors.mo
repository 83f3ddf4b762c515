//! run --stop 3 --tolerance 1e-9 --method cvode
//! run --stop 3 --tolerance 1e-9 --method ida
//! expect v["l1.i"] = 1 - exp(-t/3) within 1e-7
//! expect v["l2.v"] = 2/3*exp(-t/3) within 1e-7
model IndexInductors "Two inductors in series: a cut set of inductors, one state"
  import Kron.Electrical.*;
  ConstantVoltage s(V = 1);
  Resistor r(R = 1);
  Inductor l1(L = 1, i(start = 0, fixed = true)), l2(L = 2);
  Ground g;
equation
  connect(s.p, r.p);
  connect(r.n, l1.p);
  connect(l1.n, l2.p);
  connect(l2.n, g.p);
  connect(s.n, g.p);
end IndexInductors;
