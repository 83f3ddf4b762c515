model IteratorOutside
  Real u[3], U, P;
equation
  for k in 1:3 loop
    u[k] = k;
  end for;
  U = sum(u[k]);
  P = power;
end IteratorOutside;
