//! run --stop 0
//! final v["T.B.v"] = 1.285636113366105 within 1e-9
//! final v["T.C.v"] = 4.190424074557403 within 1e-9
//! final v["T.E.v"] = 0.5867671684686823 within 1e-9
//! final v["D.i"] = 0.01877934917939195 within 1e-11
//! final v["T.B.i"] + v["T.C.i"] + v["T.E.i"] = 0 within 1e-15
model LibNodalAmplifier "A transistor with its resistors, and a diode: potentials from Newton's method with 30 digits"
  import Kron.Nodal.*;
  VoltageSource supply(V = 10);
  Resistor Rc(R = 1000), Rb(R = 150e3), Re(R = 100), Rd(R = 500);
  Transistor T;
  Diode D;
  Ground ground;
equation
  connect(supply.n, ground.p);
  connect(supply.p, Rc.p);
  connect(Rc.n, T.C);
  connect(supply.p, Rb.p);
  connect(Rb.n, T.B);
  connect(T.E, Re.p);
  connect(Re.n, ground.p);
  connect(supply.p, D.p);
  connect(D.n, Rd.p);
  connect(Rd.n, ground.p);
end LibNodalAmplifier;
