model M
  parameter Real T = 0;
  Real u = if time < 0.5 then 0 else 1;
  Real x, e, y(start = 0, fixed = true);
equation
  e = u - y;
  T*der(x) = e;
  der(y) = x - y;
end M;
