model M "Position and speed of one body prescribed"
  Real s, v, a, f1, f2;
  parameter Real m = 2;
equation
  v = der(s);
  a = der(v);
  m*a = f1 + f2;
  s = sin(time);
  v = cos(2*time);
end M;
