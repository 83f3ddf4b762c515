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
  connect(bus.sped, w);
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
model StructBusInside "the torque has a source, the inputs are given by the bus: what lacks one is `sped`"
  Ctrl ctrl;
  Machine machine;
equation
  connect(ctrl.bus, machine.bus);
end StructBusInside;
