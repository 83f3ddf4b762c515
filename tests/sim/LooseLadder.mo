// A ladder of diodes: at loose tolerances corrections of one thermal voltage are smaller than what is tolerated, though each of
// them is only a step down an exponential. The values are those of IDA and CVODE at 1e-9.
//! run --stop 0.05 --method bdf --tolerance 0.1
//! run --stop 0.05 --method bdf --tolerance 0.01
//! run --stop 0.05 --method sdirk --tolerance 0.1
//! run --stop 0.05 --method sdirk --tolerance 0.01
//! run --stop 0.05 --method sdirk --tolerance 0.003
//! run --stop 0.05 --method radau --tolerance 0.1
//! run --stop 0.05 --method radau --tolerance 0.01
//! final v["c[1].v"] = 4.7586718 within 0.05
//! final v["c[5].v"] = 2.3981924 within 0.05
model LooseLadder "Each capacitor is charged from the one before through a diode, the first by an alternating voltage"
  import Kron.Electrical.*;
  parameter Integer n = 30;
  SineVoltage source(V = 12, f = 100);
  Resistor ri(R = 1);
  Resistor side[n](each R = 20);
  Diode d[n](each Is = 1e-14, each Vt = 0.025, each Rs = 0.1);
  Capacitor c[n](C = {1e-5*(1 + mod(i, 7)) for i in 1:n}, each v(start = 0, fixed = true));
  Resistor load[n](each R = 1000);
  Ground ground;
equation
  connect(source.n, ground.p);
  connect(source.p, ri.p);
  connect(ri.n, side[1].p);
  for i in 1:n loop
    connect(side[i].n, d[i].p);
    connect(d[i].n, c[i].p);
    connect(c[i].n, ground.p);
    connect(c[i].p, load[i].p);
    connect(load[i].n, ground.p);
  end for;
  for i in 2:n loop
    connect(c[i - 1].p, side[i].p);
  end for;
end LooseLadder;
