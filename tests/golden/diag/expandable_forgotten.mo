connector Bus
end Bus;
connector Out = output Real;
model ExpandableForgotten
  Bus bus;
  Out speed = 3;
equation
  connect(speed, bus.speed);
end ExpandableForgotten;
