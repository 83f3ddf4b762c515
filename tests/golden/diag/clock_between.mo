model M
  Boolean b = sin(time) > 0;
  Real x, y;
equation
  x = sample(time, Clock(b));
  y = superSample(x, 2);
end M;
