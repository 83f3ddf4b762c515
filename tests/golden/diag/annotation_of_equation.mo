model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x
  annotation(experiment(StopTime = 5));
end M;
