model Grid "A grid of m by m nodes with resistors between neighbours, fed at one corner, a capacitor at the opposite one"
  parameter Integer m = 10 annotation(Evaluate = true);
  replaceable Kron.Electrical.Resistor right[m, m - 1] constrainedby Kron.Electrical.TwoPin;
  replaceable Kron.Electrical.Resistor down[m - 1, m] constrainedby Kron.Electrical.TwoPin;
  Kron.Electrical.SineVoltage source(V = 1, f = 1, phase = 1);
  Kron.Electrical.Resistor inner_resistance(R = 0.1);
  Kron.Electrical.Capacitor load(C = 1, v(fixed = true));
  Kron.Electrical.Ground ground;
equation
  for i in 1:m loop
    for j in 1:m - 2 loop
      connect(right[i, j].n, right[i, j + 1].p);
      connect(down[j, i].n, down[j + 1, i].p);
    end for;
  end for;
  for i in 1:m - 1 loop
    for j in 1:m - 1 loop
      connect(right[i, j].p, down[i, j].p);
    end for;
    connect(right[i, m - 1].n, down[i, m].p);
    connect(right[m, i].p, down[m - 1, i].n);
  end for;
  connect(right[m, m - 1].n, down[m - 1, m].n);
  connect(source.p, inner_resistance.p);
  connect(inner_resistance.n, right[1, 1].p);
  connect(right[m, m - 1].n, load.p);
  connect(source.n, ground.p);
  connect(load.n, ground.p);
end Grid;

model WarmGrid "The same with resistances that change all the time, so that its matrix does"
  extends Grid(redeclare Warm right[m, m - 1], redeclare Warm down[m - 1, m]);
  model Warm "A resistance that changes with time"
    extends Kron.Electrical.TwoPin;
  equation
    v = (1 + 0.1*sin(time))*i;
  end Warm;
end WarmGrid;
