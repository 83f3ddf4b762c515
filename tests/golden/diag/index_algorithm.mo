model IndexAlgorithm "a constraint between states inside an algorithm"
  Real x(start = 0, fixed = true), y(start = 0), F;
equation
  der(x) = 1;
  der(y) = F;
algorithm
  if x > 1 then
    y := 2*x;
  else
    y := 3*x - 1;
  end if;
end IndexAlgorithm;
