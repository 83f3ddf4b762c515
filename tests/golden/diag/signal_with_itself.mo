connector Input = input Real;
connector Output = output Real;
connector Flange
  Real phi;
  flow Real tau;
end Flange;
block Step
  Output y = if time > 1 then 3 else 0;
end Step;
block Controller
  Input wanted, measured;
  Output y;
  parameter Real k = 5, b = 1;
equation
  y = k*(b*wanted - measured);
end Controller;
block Adder
  Input u1, u2;
  Output y;
equation
  y = u1 + u2;
end Adder;
model Motor
  Input u;
  Flange flange;
equation
  flange.tau = -u;
end Motor;
model Inertia
  Flange flange;
  Real w(start = 0, fixed = true), phi(start = 0, fixed = true);
equation
  flange.phi = phi;
  der(phi) = w;
  2*der(w) = flange.tau - 0.1*w;
end Inertia;
model Sensor
  Flange flange;
  Output phi;
equation
  phi = flange.phi;
  flange.tau = 0;
end Sensor;
model SignalWithItself "a controller compares a signal with itself, another one with its own output; an adder may take one signal twice"
  Step ref;
  Controller same, own;
  Adder sum;
  Motor motor;
  Inertia load;
  Sensor sensor;
equation
  connect(ref.y, same.wanted);
  connect(ref.y, same.measured);
  connect(same.y, sum.u1);
  connect(same.y, sum.u2);
  connect(sum.y, own.wanted);
  connect(own.y, own.measured);
  connect(own.y, motor.u);
  connect(motor.flange, load.flange);
  connect(load.flange, sensor.flange);
end SignalWithItself;
