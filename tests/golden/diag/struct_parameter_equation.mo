block Gain
  parameter Real k = 1;
  input Real u;
  output Real y = k*u;
end Gain;
model A
  Gain g(u = time);
equation
  g.k = 2;
end A;
