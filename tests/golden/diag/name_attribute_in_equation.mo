package P
  parameter Real k = 1;
  Real v;
end P;
block Gain
  parameter Real k = 1;
  input Real u;
  output Real y = k*u;
end Gain;
model A
  Real x;
  Gain g(u = time);
equation
  x.start = 1;
  der(x) = P.k;
  connect(g.y, g.k);
end A;
