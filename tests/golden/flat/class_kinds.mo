// block, class, type from extends, model in model, record as base of a model, connector from type (section 7.1.3).
type Voltage
  extends Real(unit = "V", start = 1);
end Voltage;
connector VPin
  extends Voltage;
end VPin;
record Data
  parameter Real k = 2;
end Data;
class Empty
end Empty;
model Uses
  extends Data(k = 3);
  extends Empty;
  Voltage v = k*time;
  model Local
    Real w = 1;
  end Local;
  Local l;
  VPin pin = 4;
end Uses;
model B
  extends Uses;
  output Real y = v;
end B;
model Top
  B b;
end Top;
// b.k = 3; Real b.v(unit = "V", start = 1) = b.k*time; b.l.w = 1; Real b.pin(unit = "V", start = 1) = 4; Real b.y = b.v
