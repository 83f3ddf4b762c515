model M
  Real x, y;
equation
  x = 1;
algorithm
  x := 2;
  y := 3;
end M;
