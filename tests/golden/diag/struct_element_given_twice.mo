model StructElementGivenTwice "q[n] for q[n + 1]: it runs, with a constraint that nobody meant"
  parameter Integer n = 4;
  Real T[n](each start = 20), q[n + 1];
equation
  q[1] = 1;
  for i in 2:n loop
    q[i] = T[i - 1] - T[i];
  end for;
  q[n] = 0;
  for i in 1:n loop
    der(T[i]) = q[i] - q[i + 1];
  end for;
end StructElementGivenTwice;
