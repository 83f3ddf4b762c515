/* A diode lets current pass one way only and charges a capacitor at the crests of a 50 Hz voltage;
   between them the load discharges it. Look at the ripple of the load's voltage (about 1.5 V), and
   at the short, high pulses of current through the diode.

     build/kron simulate examples/HalfWaveRectifier.mo --plot load.v
     build/kron simulate examples/HalfWaveRectifier.mo --plot diode.i
     build/kron simulate examples/HalfWaveRectifier.mo --plot load.v --set c.C=0.0001
*/
model HalfWaveRectifier "A diode, a capacitor and a load behind a transformer"
  import Kron.Electrical.*;
  SineVoltage mains(V = 325, f = 50);
  IdealTransformer transformer(n = 32.5);
  Resistor wire(R = 0.5);
  Diode diode;
  Capacitor c(C = 1e-3, v(start = 0, fixed = true));
  Resistor load(R = 100);
  Ground ground;
equation
  connect(mains.p, transformer.p1);
  connect(mains.n, transformer.n1);
  connect(transformer.p2, wire.p);
  connect(wire.n, diode.p);
  connect(diode.n, c.p);
  connect(c.p, load.p);
  connect(c.n, transformer.n2);
  connect(load.n, transformer.n2);
  connect(mains.n, ground.p);
  connect(transformer.n2, ground.p);
  annotation(experiment(StopTime = 0.1));
end HalfWaveRectifier;
