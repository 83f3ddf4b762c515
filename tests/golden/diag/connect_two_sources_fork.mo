package P
  connector In = input Real;
  connector Out = output Real;
  block Source
    Out y = time;
  end Source;
  block Gain
    In u;
    Out y = 2*u;
  end Gain;
  model M "The connection that brings the second source is told, not one that reads the signal"
    Source a;
    Gain b, plant;
  equation
    connect(a.y, plant.u);
    connect(b.y, plant.u);
    connect(a.y, b.u);
  end M;
end P;
