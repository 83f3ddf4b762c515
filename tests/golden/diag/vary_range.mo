model M
  Integer n = if time > 1 then 2 else 1;
  Real x[2];
equation
  for i in 1:n loop
    x[i] = i;
  end for;
end M;
