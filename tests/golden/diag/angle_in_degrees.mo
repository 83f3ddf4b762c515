model M "sin and cos take radians"
  parameter Real v0 = 20, alpha = 45, phi(unit = "rad") = 0.7;
  Real x(start = 0, fixed = true), vy(start = v0*sin(alpha), fixed = true), z = cos(phi) + sin(3);
equation
  der(x) = v0*cos(alpha);
  der(vy) = -9.81;
end M;
