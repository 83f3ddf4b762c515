model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  annotation(experiment(StopTime = 5, Tolerance = 10, Interval = -1));
end M;
