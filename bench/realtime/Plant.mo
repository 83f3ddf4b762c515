// The plant and controller of the paper on inline integration, with numbers of their own.
model Plant
  parameter Real w = 10, D = 0.5, k = 2;
  Real x(start = 1, fixed = true), x1(start = 0, fixed = true), x2(start = 0, fixed = true), y, u;
equation
  der(x) = -x^3 + u + sin(time);
  y = x;
  der(x1) = x2;
  der(x2) + 2*w*D*x2 + w*w*x1 = w*w*y;
  u = -k*x1;
end Plant;
