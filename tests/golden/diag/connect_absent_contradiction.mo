connector Flange
  Real phi;
  flow Real tau;
end Flange;
model Torque
  Flange flange;
equation
  flange.tau = -5;
end Torque;
model Joint
  parameter Boolean useAxis = false;
  Flange axis if useAxis;
  Real phi(start = 0, fixed = true);
equation
  der(phi) = 1;
end Joint;
model M
  Joint joint;
  Torque torque;
equation
  connect(torque.flange, joint.axis);
end M;
