model M
  Real x[3];
equation
  for i in 1:3 loop
    x[i] = if i == 1 then time else x[i + 1];
  end for;
end M;
