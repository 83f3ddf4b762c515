model M
  parameter Real alpha(unit = "W/(m2.K)") = 10;
  parameter Real A(unit = "m2") = 2, d(unit = "m") = 0.1;
  Real T(unit = "K", start = 350, fixed = true);
  Real Q(unit = "W"), good(unit = "W"), degrees(unit = "degC");
equation
  Q = alpha*A*(T - 293.15)/d;
  good = alpha*A*(T - 293.15);
  degrees = T - 273.15;
  der(T) = 1;
end M;
