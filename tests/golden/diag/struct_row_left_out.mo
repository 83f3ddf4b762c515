model RowLeftOut
  Real T[2, 3], W[2, 4];
equation
  T = fill(1.0, 2, 3);
  W[:, 1:3] = 2*T;
end RowLeftOut;
