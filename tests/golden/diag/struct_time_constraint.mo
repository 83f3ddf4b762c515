model M
  Real x(start = 0, fixed = true), y;
equation
  der(x) = y;
  sin(time) = 0.5*time;
end M;
