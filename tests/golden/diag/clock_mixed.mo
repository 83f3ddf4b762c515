model M
  Real x(start = 1, fixed = true), y, u;
equation
  der(x) = -x + u;
  y = sample(x, Clock(0.1));
  u = y + hold(y);
end M;
