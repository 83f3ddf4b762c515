model M
  parameter Real C = 0;
  Real v(start = 1, fixed = true), i;
equation
  C*der(v) = i;
  i = 1;
end M;
