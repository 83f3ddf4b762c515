model M
  Real a = time;
  parameter Real p = 2;
  Real x(min = a, max = p + 1, nominal = p) = 1 + time;
  Real y(min = 0, max = 2 + time) = 1;
  Integer i(max = if time > 1 then 2 else 3) = 1;
end M;
