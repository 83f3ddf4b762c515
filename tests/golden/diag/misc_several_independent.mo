model Part
  parameter Real k = 1;
  Real x = k*tme;
end Part;
model M
  Part p(kk = 2);
  Real y = "text";
  Real z[2] = {1, 2, 3};
  Undefined u;
equation
  w = 1;
end M;
