//! run --stop 0
//! final v["R1.p.v"] = 250/21 within 1e-13
//! final v["C2.p.v"] = 86/21 within 1e-13
//! final v["R3.p.v"] = 13/7 within 1e-13
//! final v["C2.n.v"] = 65/21 within 1e-13
//! final v["der(C2.u)"] = -172000/21 within 1e-12
//! final v["R1.i"] = 0.1 - 250/21/1000 within 1e-14
//! final v["C2.i"] = -86/21/50 within 1e-14
//! final v["R3.i"] = -13/7/300 within 1e-14
model LibNodalExcerpt "RX-42 of classes that relax"
  import Kron.Nodal.*;
  Resistor R1(R = 100), R3(R = 200), G1(R = 1000), G2(R = 50), G3(R = 300);
  Capacitor C2(C = 1e-5, u(start = 1, fixed = true));
  CurrentSource source(I = 0.1);
  Ground ground;
equation
  connect(R1.n, R3.n);
  connect(R1.n, C2.n);
  connect(source.n, R1.p);
  connect(G1.p, R1.p);
  connect(G2.p, C2.p);
  connect(G3.p, R3.p);
  connect(G1.n, ground.p);
  connect(G2.n, ground.p);
  connect(G3.n, ground.p);
  connect(source.p, ground.p);
end LibNodalExcerpt;
