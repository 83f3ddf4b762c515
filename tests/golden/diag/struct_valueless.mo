model M
  parameter Real C;
  Real T(start = 300, fixed = true), Q;
equation
  C*der(T) = Q;
  Q = 10;
end M;
