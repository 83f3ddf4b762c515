model M
  Real x, y;
equation
  x = sample(time, Clock(3, 10));
  y = backSample(x, 1);
end M;
