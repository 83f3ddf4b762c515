//! run --stop 0.05 --tolerance 1e-9 --method cvode
//! run --stop 0.05 --tolerance 1e-9 --method ida
//! expect v["d.i"] - 1e-9*(exp(v["d.v"]/0.025) - 1) = 0 within 1e-7
//! expect v["r.v"] + v["d.v"] = 10*sin(2*pi*50*t) within 1e-7
//! expect v["r.v"] = 100*v["d.i"] within 1e-9
model DiodeCircuit "A diode in series with a resistor: a nonlinear loop at every time"
  import Kron.Electrical.*;
  model Diode
    extends TwoPin;
  equation
    i = 1e-9*(exp(min(v, 1)/0.025)*(1 + max(v - 1, 0)/0.025) - 1);
  end Diode;
  SineVoltage source(V = 10, f = 50);
  Resistor r(R = 100);
  Diode d;
  Ground ground;
equation
  connect(source.p, r.p);
  connect(r.n, d.p);
  connect(d.n, source.n);
  connect(source.n, ground.p);
end DiodeCircuit;
