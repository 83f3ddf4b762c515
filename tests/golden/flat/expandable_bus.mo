// Expandable connectors: undeclared signals, an array by its subscripts, buses of several models.
connector RealInput = input Real;
connector RealOutput = output Real;
expandable connector Bus
end Bus;

block Source
  RealOutput y = time;
end Source;

block Sink
  RealInput u;
end Sink;

model Sensor
  Bus bus;
  Source s;
  Source t[2];
  Source vector[2];
equation
  connect(bus.speed, s.y);
  for i in 1:2 loop
    connect(t[i].y, bus.level[i + 1]);
  end for;
  connect(vector.y, bus.whole);
end Sensor;

model Actuator
  Bus bus;
  Sink a, b;
  parameter Boolean more = false;
equation
  connect(bus.speed, a.u);
  connect(bus.level[2], b.u);
  if more then
    connect(bus.other, a.u);
  end if;
end Actuator;

model ExpandableBus
  Actuator actuator;
  Sensor sensor;
  Bus bus;
equation
  connect(bus, actuator.bus);
  connect(sensor.bus, bus);
end ExpandableBus;
