model M
  Integer n = integer(time);
  Real x[n];
equation
  for i in 1:n loop
    x[i] = i;
  end for;
end M;
