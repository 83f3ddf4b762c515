model AlgorithmNotReversed "what the loop computes is a state, and nothing else gives what it reads"
  Real x, y(start = 0, fixed = true);
equation
  der(y) = 1;
algorithm
  y := 0;
  while y < x loop
    y := y + x^2;
  end while;
end AlgorithmNotReversed;
