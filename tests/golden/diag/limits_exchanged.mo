block Integrator
  parameter Real outMax = 1;
  parameter Real outMin = -outMax;
  Real y(start = 0, fixed = true);
equation
  der(y) = if y > outMax or y < outMin then 0 else 1;
end Integrator;
model M
  parameter Real uLow = 3, uHigh = 2;
  Integrator a(outMax = 0, outMin = 5), b(outMax = 2), c(outMax = -1);
  Boolean on = a.y > (if pre(on) then uLow else uHigh);
end M;
