/* A low-pass filter of Sallen and Key: one operational amplifier, two resistors, two capacitors,
   and a corner at 1 kHz. The input is a slow square wave with a fast sine on it. Look at input and
   output: the square wave's edges are rounded with a slight overshoot (Q = 0.87), the sine is
   almost gone.

     build/kron simulate examples/ActiveFilter.mo --plot source.y --plot filtered
     build/kron simulate examples/ActiveFilter.mo --plot filtered --set c1.C=1e-7
*/
model ActiveFilter "Low-pass filter with an operational amplifier"
  import Kron.Blocks;
  import Kron.Electrical.*;
  Blocks.Sources.Pulse square(period = 0.01, amplitude = 2, offset = -1);
  Blocks.Sources.Sine hum(amplitude = 0.3, f = 10000);
  Blocks.Math.Add source;
  SignalVoltage signal;
  Resistor r1(R = 10e3), r2(R = 10e3);
  Capacitor c1(C = 27.6e-9, v(start = 0, fixed = true)) "From the output back to the middle";
  Capacitor c2(C = 9.2e-9, v(start = 0, fixed = true)) "At the amplifier's input";
  LimitedOpAmp amplifier;
  Ground ground;
  Real filtered(unit = "V") = amplifier.out.v;
equation
  connect(square.y, source.u1);
  connect(hum.y, source.u2);
  connect(source.y, signal.u);
  connect(signal.n, ground.p);
  connect(signal.p, r1.p);
  connect(r1.n, r2.p);
  connect(r1.n, c1.p);
  connect(r2.n, c2.p);
  connect(c2.n, ground.p);
  connect(r2.n, amplifier.p);
  connect(amplifier.n, amplifier.out);
  connect(c1.n, amplifier.out);
  annotation(experiment(StopTime = 0.02));
end ActiveFilter;
