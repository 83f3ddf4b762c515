model M "L is 0 by right: it is not the cause"
  parameter Real L = 0, m = 1;
  Real s, a, b, v, f1, f2;
equation
  a = s - L/2;
  b = s + L/2;
  v = der(s);
  m*der(v) = f1 + f2;
  a = sin(time);
  b = cos(time);
end M;
