model TooManyArray "each state has a fixed start value and an initial equation: few of them are told"
  Real x[5000](each start = 1, each fixed = true);
initial equation
  for i in 1:5000 loop
    x[i] = 2;
  end for;
equation
  der(x) = -x;
end TooManyArray;
