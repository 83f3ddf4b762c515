//! run --intervals 20
//! run --intervals 20 --method ida
//! expect v["bridge.i"] = -12*sin(2*pi*t)*(2*3 - 1*4)/(1*3*(2+4) + 2*4*(1+3) + 5*(1+3)*(2+4)) within 1e-9
//! expect v["r1.i"] - v["r3.i"] - v["bridge.i"] = 0 within 1e-12
model Wheatstone "The unbalanced bridge: current by Kirchhoff's formula, phase pi"
  import Kron.Electrical.*;
  constant Real pi = 2*asin(1.0);
  SineVoltage source(V = 12, f = 1, phase = pi);
  Resistor r1(R = 1), r2(R = 2), r3(R = 3), r4(R = 4), bridge(R = 5);
  Ground ground;
equation
  connect(source.p, r1.p);
  connect(source.p, r2.p);
  connect(r1.n, r3.p);
  connect(r2.n, r4.p);
  connect(r1.n, bridge.p);
  connect(r2.n, bridge.n);
  connect(r3.n, ground.p);
  connect(r4.n, ground.p);
  connect(source.n, ground.p);
end Wheatstone;
