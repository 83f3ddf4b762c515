/* The voltage at the capacitor overshoots to almost twice the source's, then rings with 1/(2 pi
   sqrt(LC)) = 50 Hz and dies away. Less resistance makes it ring longer.

     build/kron simulate examples/SeriesResonance.mo --plot c.v
     build/kron simulate examples/SeriesResonance.mo --plot c.v --set r.R=0.1
*/
model SeriesResonance "A step of voltage on a resistor, a coil and a capacitor in series"
  import Kron.Electrical.*;
  StepVoltage source(V = 10, startTime = 0.01);
  Resistor r(R = 0.8);
  Inductor l(L = 0.01, i(start = 0, fixed = true));
  Capacitor c(C = 0.001, v(start = 0, fixed = true));
  Ground ground;
equation
  connect(source.p, r.p);
  connect(r.n, l.p);
  connect(l.n, c.p);
  connect(c.n, source.n);
  connect(source.n, ground.p);
  annotation(experiment(StopTime = 0.15));
end SeriesResonance;
