model ClockOfItself
  Real u = sample(sin(time), Clock(0.1)), y(start = 0), z(start = 0);
equation
  y = 0.9*y + 0.1*u;
  z = 0.9*previous(z) + 0.1*u;
end ClockOfItself;
