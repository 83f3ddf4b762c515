model M
  Real x[2];
equation
  for i in 1:"two" loop
    x[i] = i;
  end for;
  for j in 5 loop
    x[j] = j;
  end for;
end M;
