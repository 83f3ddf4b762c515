// What reads a signal of a bus does not make it.
expandable connector Bus
end Bus;
connector In = input Real;
model M
  Bus bus;
  block Lag
    In u;
    Real x(start = 0, fixed = true);
  equation
    der(x) = u - x;
  end Lag;
  Lag lag;
equation
  connect(bus.speed, lag.u);
end M;
