model StructBusNameNear
  expandable connector Bus
  end Bus;
  connector Out = output Real;
  connector In = input Real;
  block Source
    Out y = sin(time);
  end Source;
  block Lag
    In u;
    Real x(start = 0, fixed = true);
  equation
    der(x) = u - x;
  end Lag;
  Bus bus;
  Source source;
  Lag lag;
equation
  connect(source.y, bus.speed);
  connect(bus.sped, lag.u);
end StructBusNameNear;
