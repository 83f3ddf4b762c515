model CFor
  Real x[3];
algorithm
  for (i = 1; i <= 3; i++) {
    x[i] := i;
  }
end CFor;
