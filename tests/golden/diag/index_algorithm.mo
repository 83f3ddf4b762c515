model IndexAlgorithm "a constraint between states inside an algorithm"
  Real x(start = 0, fixed = true), y(start = 0), F;
equation
  der(x) = 1;
  der(y) = F;
algorithm
  y := 3*x - 1;
  while y > 1 loop
    y := y - 1;
  end while;
end IndexAlgorithm;
