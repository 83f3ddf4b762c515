model M
  Real s(start = 0), v;
equation
  s = sample(time, Clock(Clock(1, 10), solverMethod = "ExplicitEuler"));
  v = der(s);
end M;
