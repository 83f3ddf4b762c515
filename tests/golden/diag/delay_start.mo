model M
  Real x;
equation
  x = delay(x, 1) + 1;
end M;
