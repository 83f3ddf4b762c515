model M
  Real u[3] = {1, 2, 3};
  Real v[2];
equation
  for i in 1:2 loop
    v[i] = u[i + 9223372036854775807];
  end for;
end M;
