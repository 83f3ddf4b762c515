// Loose tolerances: the voltages at junctions are known worse than the exponentials need, and Newton's iteration comes
// down these by one thermal voltage at a time, however short the step is. Matrices made far up have slopes that let
// corrections vanish where the equations do not hold. The values are those of IDA and CVODE at 1e-9.
//! run --stop 0.1 --method bdf --tolerance 0.2
//! run --stop 0.1 --method bdf --tolerance 0.1
//! run --stop 0.1 --method bdf --tolerance 0.05
//! run --stop 0.1 --method bdf --tolerance 0.03
//! run --stop 0.1 --method sdirk --tolerance 0.15
//! run --stop 0.1 --method sdirk --tolerance 0.01
//! run --stop 0.1 --method sdirk --tolerance 0.001
//! run --stop 0.1 --method radau --tolerance 0.1
//! run --stop 0.1 --method radau --tolerance 0.02
//! run --stop 0.1 --method ida --tolerance 1e-6
//! run --stop 0.1 --method implicit-euler --step 0.0004
//! run --stop 0.1 --method trapezoid --step 0.001
//! run --stop 0.1 --method bdf2 --step 0.0005
//! final v["c[1].v"] = 3.2620581 within 0.1
//! final v["c[100].v"] = 3.7933540 within 0.1
model LooseDiodes "Rectifiers on one alternating voltage, side by side, coupled by resistors"
  import Kron.Electrical.*;
  parameter Integer n = 100;
  SineVoltage source(V = 5, f = 50);
  Diode d[n](each Is = 1e-9, each Vt = 0.025864853, each Rs = 10);
  Capacitor c[n](each C = 1e-4, each v(start = 0, fixed = true));
  Resistor load[n](R = {500*(1 + i/n) for i in 1:n});
  Resistor side[n - 1](each R = 100);
  Ground ground;
equation
  connect(source.n, ground.p);
  for i in 1:n loop
    connect(source.p, d[i].p);
    connect(d[i].n, c[i].p);
    connect(c[i].n, ground.p);
    connect(c[i].p, load[i].p);
    connect(load[i].n, ground.p);
  end for;
  for i in 1:n - 1 loop
    connect(c[i].p, side[i].p);
    connect(side[i].n, c[i + 1].p);
  end for;
end LooseDiodes;
