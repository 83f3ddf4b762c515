model M
  Real x[3] = {1, 2, time};
  Real y[4];
  Real s = sum(x[i]*y[i] for i);
equation
  for i loop
    y[i] = i;
    x[i] + 0 = y[i];
  end for;
end M;
