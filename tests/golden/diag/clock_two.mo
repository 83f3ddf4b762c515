model M
  Real x, y, z;
equation
  x = sample(time, Clock(0.1));
  y = sample(time, Clock(0.2)) + subSample(x, 2);
  z = sample(time, Clock(1, 2)) + 0*superSample(y, 2);
end M;
