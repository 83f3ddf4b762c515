expandable connector Signals
  Real speed, torque;
end Signals;
connector In = input Real;
connector Out = output Real;
block Ctrl
  Signals bus;
  Out t;
  In w;
equation
  t = 2*(10 - w);
  connect(t, bus.torque);
  connect(bus.speed, w);
end Ctrl;
block Machine
  Signals bus;
  In t;
  Out w;
  Real speed(start = 0, fixed = true);
equation
  der(speed) = t;
  w = speed;
  connect(bus.torque, t);
  connect(w, bus.speed);
end Machine;
model StructBusApart
  Ctrl ctrl;
  Machine machine;
end StructBusApart;
