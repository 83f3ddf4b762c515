// A divider with a capacitor behind r3: the resistors' laws and the sum at the middle node are one
// linear system of six; the current of the ground is zero but not known to be.
model Circuit
  import Kron.Electrical.*;
  ConstantVoltage source(V = 5);
  Resistor r1(R = 1), r2(R = 2), r3(R = 3);
  Capacitor c(C = 1, v(start = 0, fixed = true));
  Ground ground;
equation
  connect(source.p, r1.p);
  connect(r1.n, r2.p);
  connect(r1.n, r3.p);
  connect(r3.n, c.p);
  connect(r2.n, ground.p);
  connect(c.n, ground.p);
  connect(source.n, ground.p);
end Circuit;
