model M "Times are in seconds"
  parameter Real Ts(unit = "ms") = 10, T(unit = "min") = 1, T0(unit = "s") = 0.5;
  Real x(start = 0, fixed = true), y;
  discrete Real u(start = 0, fixed = true);
equation
  der(x) = u - x;
  y = delay(x, T) + delay(x, T0);
  when sample(0, Ts) then
    u = 1 - x;
  end when;
end M;
