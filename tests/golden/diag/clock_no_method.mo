model M
  Real x(start = 1), y(start = 1);
equation
  der(x) = -x + sample(1, Clock(1, 10));
  der(y) = -y + sample(1, Clock(Clock(1, 10), solverMethod = "Magic"));
end M;
