//! run --stop 2e-3 --tolerance 1e-9
//! run --stop 2e-3 --tolerance 1e-9 --method ida
//! expect v["L.i"] = 2*(1 - exp(-1000*t)) within 1e-7
//! expect v["vccs.i2"] = 3*(10 - 5*v["L.i"]) within 1e-9
//! expect v["load1.u"] = -2*v["vccs.i2"] within 1e-9
//! expect v["load2.u"] = 4*5*v["L.i"] within 1e-7
//! expect v["load3.i"] = -0.5*v["L.i"] within 1e-7
//! expect v["load4.u"] = 7*v["L.i"] within 1e-7
//! expect v["rc.u"] = v["same.v"] within 1e-6
//! expect v["D.i"] = v["d.i"] within 1e-6
model LibNodalSources "Controlled sources around an inductor, and a rectifier beside that of Kron.Electrical"
  import Kron.Nodal.*;
  VoltageSource battery(V = 10);
  Resistor R(R = 5);
  Inductor L(L = 5e-3, i(start = 0, fixed = true));
  VCCS vccs(k = 3);
  VCVS vcvs(k = 4);
  CCCS cccs(k = 0.5);
  CCVS ccvs(k = 7);
  Resistor load1(R = 2), load2(R = 3), load3(R = 4), load4(R = 5);
  VoltageSource mains(V = 5*sin(6283.185307179586*time));
  Diode D;
  Resistor load(R = 1000);
  Capacitor rc(C = 1e-7, u(start = 0, fixed = true));
  Kron.Electrical.SineVoltage again(V = 5, f = 1000);
  Kron.Electrical.Diode d(Rs = 0, Gp = 0);
  Kron.Electrical.Resistor r(R = 1000);
  Kron.Electrical.Capacitor same(C = 1e-7, v(start = 0, fixed = true));
  Ground ground;
equation
  connect(battery.n, ground.p);
  connect(battery.p, R.p);
  connect(R.n, cccs.p1);
  connect(cccs.n1, ccvs.p1);
  connect(ccvs.n1, L.p);
  connect(L.n, ground.p);
  connect(vccs.p1, L.p);
  connect(vccs.n1, ground.p);
  connect(vcvs.p1, R.p);
  connect(vcvs.n1, R.n);
  connect(vccs.p2, load1.p);
  connect(vccs.n2, ground.p);
  connect(load1.n, ground.p);
  connect(vcvs.p2, load2.p);
  connect(vcvs.n2, ground.p);
  connect(load2.n, ground.p);
  connect(cccs.p2, load3.p);
  connect(cccs.n2, ground.p);
  connect(load3.n, ground.p);
  connect(ccvs.p2, load4.p);
  connect(ccvs.n2, ground.p);
  connect(load4.n, ground.p);
  connect(mains.n, ground.p);
  connect(mains.p, D.p);
  connect(D.n, load.p);
  connect(D.n, rc.p);
  connect(load.n, ground.p);
  connect(rc.n, ground.p);
  connect(again.n, ground.p);
  connect(again.p, d.p);
  connect(d.n, r.p);
  connect(d.n, same.p);
  connect(r.n, ground.p);
  connect(same.n, ground.p);
end LibNodalSources;
