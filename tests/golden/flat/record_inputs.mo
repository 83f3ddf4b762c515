// Inputs of the model inside of records and connectors are its inputs as well.
model record_inputs
  record Two Real a, b; end Two;
  connector Given = input Two;
  connector Port input Real set; output Real get; end Port;
  Given u[2];
  Port port;
  output Real y = sum(u.a) + u[1].b*u[2].b;
equation
  port.get = 2*port.set + y;
end record_inputs;
