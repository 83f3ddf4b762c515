//! run --stop 0.2 --tolerance 1e-8 --method cvode
//! run --stop 0.2 --tolerance 1e-8 --method ida
//! run --stop 0.2 --tolerance 1e-8 --method rk45
//! expect v["c.v"] = w within 1e-6
//! expect v["d[1].i"] + v["d[3].i"] = v["c.i"] + v["load.i"] within 1e-9
//! events state=0 time=0
model RectifierExponential
  "Four exponential diodes without leakage. While all of them block, the potential of the load is
   not determined to within rounding; by symmetry w follows an equation without any loop"
  import Kron.Electrical.*;
  model Shockley
    extends TwoPin;
  equation
    i = 1e-8*(exp(v/0.026) - 1);
  end Shockley;
  SineVoltage s(V = 10, f = 50);
  Shockley d[4];
  Resistor load(R = 100);
  Capacitor c(C = 1e-3, v(start = 0, fixed = true));
  Ground g;
  Real w(start = 0, fixed = true);
equation
  connect(s.p, d[1].p);
  connect(s.p, d[2].n);
  connect(s.n, d[3].p);
  connect(s.n, d[4].n);
  connect(d[1].n, load.p);
  connect(d[3].n, load.p);
  connect(load.p, c.p);
  connect(load.n, c.n);
  connect(d[2].p, load.n);
  connect(d[4].p, load.n);
  connect(s.n, g.p);
  1e-3*der(w) = 2e-8*(exp(-w/0.052)*cosh(s.v/0.052) - 1) - w/100;
end RectifierExponential;
