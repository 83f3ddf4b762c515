block P
  parameter Boolean limited = true;
  input Real e;
  output Real y;
equation
  if limited then
    y = max(-1, min(1, 2*e));
  end if;
end P;
model Loop
  P a, b(limited = false);
  Real x(start = 0, fixed = true);
equation
  b.e = 1 - x;
  a.e = b.y - x;
  der(x) = a.y;
end Loop;
