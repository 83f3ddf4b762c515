model unit_circle "2*pi as a number has no unit, and turns rev/s into rad/s; mm stay mm"
  parameter Real n(unit = "rev/s") = 3, f(unit = "Hz") = 3, pitch(unit = "mm") = 5;
  Real w[4](each unit = "rad/s"), s(unit = "m"), phi(unit = "rad");
equation
  w[1] = 2*3.14159*n;
  w[2] = 6.2832*n;
  w[3] = 6.28*f;
  w[4] = n;
  phi = 2*time;
  s = pitch/6.2832*phi;
end unit_circle;
