//! run --stop 1
//! stderr s.i = 600000 is limited by nothing but what is closed (s.Ron = 1e-05, d.Ron = 1e-05), over which 6 V are
//! stderr is a diode the wrong way round, a switch closed that should be open, or a resistance missing?
//! never load.i = 
model WarnSurge "A switch and a diode that short-circuit their source, and a switch before a load"
  model Element
    parameter Real Ron = 1e-5, Goff = 1e-5;
    Real v(unit = "V"), i;
  end Element;
  parameter Real V = 12;
  Element load, s, d;
  Boolean closed = sin(30*time) > 0;
  Real q(start = 0, fixed = true);
equation
  V = s.v + d.v;
  s.i = d.i;
  s.v = s.i*(if closed then s.Ron else 1/s.Goff);
  d.v = d.i*d.Ron;
  V = load.v + 5*load.i;
  load.v = load.i*(if closed then load.Ron else 1/load.Goff);
  der(q) = load.i;
end WarnSurge;
