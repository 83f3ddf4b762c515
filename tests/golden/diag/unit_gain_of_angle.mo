model M "The gain of the angle stands at the speed too; kd is forgotten"
  parameter Real kp = 2, kd = 0.1;
  parameter Real J(unit = "kg.m2") = 0.1;
  Real phi(unit = "rad", start = 0.1, fixed = true), w(unit = "rad/s", start = 0, fixed = true);
  Real tau(unit = "N.m");
equation
  tau = -kp*phi - kp*w;
  der(phi) = w;
  J*der(w) = tau;
end M;
