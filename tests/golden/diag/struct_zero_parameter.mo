model M
  parameter Real m; parameter Real F = 3; Real v(start = 0, fixed = true);
equation
  m*der(v) = F;
end M;
