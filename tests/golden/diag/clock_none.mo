model M
  Real x = interval(), y = if firstTick() then 1 else time;
  Real z = hold(time1), time1 = time;
equation
  0 = sample(x - y, Clock(1, 10)) - w;
protected
  Real w;
end M;
