model M
  parameter Real m = 1, c = 10;
  Real s(start = 1, fixed = true), v(start = 0, fixed = true), a;
equation
  v = der(s);
  m*a = -c*s;
end M;
