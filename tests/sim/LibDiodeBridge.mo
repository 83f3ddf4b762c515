//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect u = abs(10*sin(2*pi*50*t)) within 2e-3
//! expect (int(v["d1.off"]) + int(v["d3.off"]))*int(abs(v["source.v"]) > 0.1) = int(abs(v["source.v"]) > 0.1) within 0
//! final area = 0.1*10*2/pi within 2e-4
//! events time=0
model LibDiodeBridge "Four ideal diodes rectify: mean value 2/pi of the amplitude"
  import Kron.Electrical.*;
  SineVoltage source(V = 10, f = 50);
  IdealDiode d1(Goff = 1e-9), d2(Goff = 1e-9), d3(Goff = 1e-9), d4(Goff = 1e-9);
  Resistor load(R = 10);
  Ground ground;
  Real u = load.v, area(start = 0, fixed = true) "Integral of the rectified voltage";
equation
  der(area) = u;
  connect(source.p, d1.p);
  connect(source.n, d2.p);
  connect(d3.n, source.p);
  connect(d4.n, source.n);
  connect(d1.n, load.p);
  connect(d2.n, load.p);
  connect(d3.p, load.n);
  connect(d4.p, load.n);
  connect(load.n, ground.p);
  annotation(experiment(StopTime = 0.1));
end LibDiodeBridge;
