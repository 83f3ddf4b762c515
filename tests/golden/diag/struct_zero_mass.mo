model ZeroMass "a body whose mass is 0: nothing determines its acceleration"
  parameter Real m = 0;
  Real s(start = 0, fixed = true), v(start = 0, fixed = true), a, f;
equation
  v = der(s);
  a = der(v);
  f = m*a;
  f = 2*m;
end ZeroMass;
