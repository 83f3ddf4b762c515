//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["r1.v"] = 3*2*sin(2*pi*t) within 1e-9
//! expect v["r2.v"] = -0.5*4*2*sin(2*pi*t) within 1e-9
//! expect v["r3.v"] = 7*0.3*sin(4*pi*t) within 1e-9
//! expect v["r4.v"] = -2*5*0.3*sin(4*pi*t) within 1e-9
//! expect v["r5.v"] = -(1 if t < 0.5 else 3)*2 if abs(t - 0.5) > 1e-9 else v["r5.v"] within 1e-9
//! expect v["r6.v"] = 10*t within 1e-9
//! expect v["r7.v"] = -t**2 within 1e-9
//! expect v["r8.v"] = -3 within 1e-9
//! expect v["r9.v"] = (5 if t % 0.5 < 0.1 else 1) if min(abs(t % 0.5 - 0.1), t % 0.5, 0.5 - t % 0.5) > 1e-6 else v["r9.v"] within 1e-9
model LibControlledSources "The four controlled sources and the independent ones, each on a resistor"
  import Kron.Electrical.*;
  import Kron.Blocks.Sources.*;
  SineVoltage u(V = 2);
  SineCurrent j(I = 0.3, f = 2);
  VCVS vcvs(k = 3);
  VCCS vccs(k = 0.5);
  CCVS ccvs(k = 7);
  CCCS cccs(k = 2);
  StepCurrent step(I = 2, offset = 1, startTime = 0.5);
  SignalVoltage signalVoltage;
  SignalCurrent signalCurrent;
  ConstantCurrent constant_(I = 1);
  PulseVoltage pulse(V = 4, offset = 1, period = 0.5, width = 0.2);
  Resistor r1, r2(R = 4), r3, r4(R = 5), r5(R = 2), r6, r7, r8(R = 3), r9;
  Ground ground;
equation
  signalVoltage.u = 10*time;
  signalCurrent.u = time^2;
  connect(u.p, vcvs.p1);
  connect(u.p, vccs.p1);
  connect(j.n, ccvs.p1);
  connect(ccvs.n1, cccs.p1);
  connect(cccs.n1, j.p);
  connect(vcvs.p2, r1.p);
  connect(vccs.p2, r2.p);
  connect(ccvs.p2, r3.p);
  connect(cccs.p2, r4.p);
  connect(step.p, r5.p);
  connect(signalVoltage.p, r6.p);
  connect(signalCurrent.p, r7.p);
  connect(constant_.p, r8.p);
  connect(pulse.p, r9.p);
  connect(u.n, ground.p);
  connect(j.p, ground.p);
  connect(vcvs.n1, ground.p);
  connect(vccs.n1, ground.p);
  connect(vcvs.n2, ground.p);
  connect(vccs.n2, ground.p);
  connect(ccvs.n2, ground.p);
  connect(cccs.n2, ground.p);
  connect(step.n, ground.p);
  connect(signalVoltage.n, ground.p);
  connect(signalCurrent.n, ground.p);
  connect(constant_.n, ground.p);
  connect(pulse.n, ground.p);
  connect(r1.n, ground.p);
  connect(r2.n, ground.p);
  connect(r3.n, ground.p);
  connect(r4.n, ground.p);
  connect(r5.n, ground.p);
  connect(r6.n, ground.p);
  connect(r7.n, ground.p);
  connect(r8.n, ground.p);
  connect(r9.n, ground.p);
  annotation(experiment(StopTime = 1.2));
end LibControlledSources;
