function f
  output Integer y = 0;
algorithm
  while true loop
    y := y + 1;
  end while;
end f;
model M
  Real x[f()] = {1};
end M;
