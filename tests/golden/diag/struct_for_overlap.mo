model Rod
  parameter Integer n = 5;
  Real T[n](each start = 300, each fixed = true);
  Real q[n + 1];
equation
  for i in 1:n loop
    der(T[i]) = q[i] - q[i + 1];
    q[i + 1] = if i < n then T[i] - T[i + 1] else 0;
  end for;
  q[1] = 1;
  q[2] = 0;
end Rod;
