model Sensor
  Real w = time;
end Sensor;
model M
  parameter Boolean useSensor = false;
  Sensor sensor if useSensor;
  Real n = 2*sensor.w;
end M;
