model A
  parameter Real I0(unit = "A") = 2, U0(unit = "V") = 1;
  Real v(unit = "V", start = I0, fixed = true);
  Real u(unit = "V", start = U0, fixed = true);
  Real s(unit = "m") = 1, F(unit = "N") = 2, x(unit = "m") = 3;
  Real a[2](each unit = "m"), b[2](each unit = "m");
equation
  der(v) = 0;
  der(u) = 0;
  a = {s, F};
  b = {s, x};
end A;
