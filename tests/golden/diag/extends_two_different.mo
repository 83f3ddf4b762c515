partial model Sensor
  Integer status = 1;
end Sensor;
partial model Actuator
  Boolean status = true;
end Actuator;
model Valve
  extends Sensor;
  extends Actuator;
end Valve;
