//! run --stop 3 --tolerance 1e-9 --method cvode
//! run --stop 3 --tolerance 1e-9 --method ida
//! run --stop 3 --tolerance 1e-9 --method rk45
//! expect v["c3.v"] = 1 - exp(-t/1.5) within 1e-7
//! expect v["c1.v"] = 0.5*(1 - exp(-t/1.5)) within 1e-7
//! expect v["c3.i"] = 2*v["c1.i"] within 1e-9
model IndexCapacitors "Two capacitors in series beside a third: a loop of capacitors, two states"
  import Kron.Electrical.*;
  ConstantVoltage s(V = 1);
  Resistor r(R = 1);
  Capacitor c1(C = 1, v(start = 0, fixed = true)), c2(C = 1, v(start = 0, fixed = true)), c3(C = 1);
  Ground g;
equation
  connect(s.p, r.p);
  connect(r.n, c1.p);
  connect(c1.n, c2.p);
  connect(c2.n, g.p);
  connect(r.n, c3.p);
  connect(c3.n, g.p);
  connect(s.n, g.p);
end IndexCapacitors;
