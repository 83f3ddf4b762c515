//! run --stop 3 --tolerance 1e-9 --method cvode
//! run --stop 3 --tolerance 1e-9 --method ida
//! expect v["c1.v"] = 1 - exp(-t/4) within 1e-7
//! expect v["c2.v"] = v["c1.v"] within 1e-12
model IndexFloatingCapacitors
  "Parallel capacitors between two resistors: the structure alone does not show the constraint"
  import Kron.Electrical.*;
  ConstantVoltage s(V = 1);
  Resistor r1(R = 1), r2(R = 1);
  Capacitor c1(C = 1, v(start = 0, fixed = true)), c2(C = 1);
  Ground g;
equation
  connect(s.p, r1.p);
  connect(r1.n, c1.p);
  connect(r1.n, c2.p);
  connect(c1.n, r2.p);
  connect(c2.n, r2.p);
  connect(r2.n, g.p);
  connect(s.n, g.p);
end IndexFloatingCapacitors;
