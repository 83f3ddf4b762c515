// A connector with several signals of both directions, connected by member name.
connector Bus
  input Real cmd;
  output Real meas;
end Bus;
connector BusBack
  input Real meas;
  output Real cmd;
end BusBack;
block Plant
  Bus b;
equation
  b.meas = 2*b.cmd;
end Plant;
block Control
  BusBack b;
equation
  b.cmd = 3 - b.meas;
end Control;
model Top
  Plant p;
  Control c;
equation
  connect(p.b, c.b);
end Top;
// p.b.cmd = c.b.cmd; p.b.meas = c.b.meas
