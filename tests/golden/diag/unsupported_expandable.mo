expandable connector Bus
end Bus;
connector Out = output Real;
block Src
  Out y = time;
end Src;
model M
  Bus bus;
  Src s;
equation
  connect(s.y, bus.speed);
end M;
