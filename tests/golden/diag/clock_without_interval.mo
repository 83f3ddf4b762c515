model clock_without_interval "The counter of a clock has no value"
  parameter Integer factor(min = 0);
  Clock c = subSample(Clock(factor), 2);
  Real x(start = 0) = sample(time, c);
end clock_without_interval;
