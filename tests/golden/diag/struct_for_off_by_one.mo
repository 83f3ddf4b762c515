model Rod
  parameter Integer n = 5;
  Real T[n](each start = 300, each fixed = true);
equation
  for i in 2:n - 1 loop
    der(T[i]) = T[i - 1] - 2*T[i] + T[i + 1];
  end for;
  der(T[1]) = 300 - T[1];
end Rod;
