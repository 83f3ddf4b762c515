model SubscriptIteratorsExchanged "x[j + 1, i] has them exchanged; y[i + 1, j] leaves the array either way"
  parameter Integer n = 3, m = 5;
  Real x[n + 1, m], y[n, n], z[n, m], w[n, n];
equation
  for i in 1:n loop
    for j in 1:m loop
      z[i, j] = x[j + 1, i] - x[i, j];
    end for;
  end for;
  for i in 1:n loop
    for j in 1:n loop
      w[i, j] = y[i + 1, j];
    end for;
  end for;
  x = fill(time, n + 1, m);
  y = fill(time, n, n);
end SubscriptIteratorsExchanged;
