model Ladder "n sections of a resistor and a capacitor to ground; the ground node sums over all of them"
  import Kron.Electrical.*;
  parameter Integer n = 1000;
  ConstantVoltage source(V = 1);
  Resistor r[n](each R = 1);
  Capacitor c[n](each C = 1, each v(start = 0, fixed = true));
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
  annotation(experiment(StopTime = 1));
end Ladder;
