package Circuits "Ladders and networks of n nodes, as run.py writes them for ngspice too"
  import Kron.Electrical.*;

  model RC "A step into a ladder of resistors and capacitors"
    parameter Integer n = 10;
    ConstantVoltage source(V = 1);
    Resistor r[n](each R = 1e3);
    Capacitor c[n](each C = 1e-9, each v(start = 0, fixed = true));
    Ground ground;
  equation
    connect(source.p, r[1].p);
    connect(source.n, ground.p);
    for i in 1:n - 1 loop
      connect(r[i].n, r[i + 1].p);
    end for;
    for i in 1:n loop
      connect(r[i].n, c[i].p);
      connect(c[i].n, ground.p);
    end for;
  end RC;

  model RLC "A sine into a line of inductors and capacitors with losses, closed by its wave resistance"
    parameter Integer n = 10;
    SineVoltage source(V = 1, f = 2e6/n);
    Resistor r[n](each R = 2e3/n);
    Inductor l[n](each L = 1e-3, each i(start = 0, fixed = true));
    Capacitor c[n](each C = 1e-9, each v(start = 0, fixed = true));
    Resistor last(R = 1e3);
    Ground ground;
  equation
    connect(source.p, r[1].p);
    connect(source.n, ground.p);
    for i in 1:n loop
      connect(r[i].n, l[i].p);
      connect(l[i].n, c[i].p);
      connect(c[i].n, ground.p);
    end for;
    for i in 1:n - 1 loop
      connect(l[i].n, r[i + 1].p);
    end for;
    connect(l[n].n, last.p);
    connect(last.n, ground.p);
  end RLC;

  model Diodes "Rectifiers on one alternating voltage, side by side, coupled by resistors"
    parameter Integer n = 10;
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
  end Diodes;
end Circuits;
