model M
  Real x, v;
equation
  der(x) = v;
  der(v) = -x;
initial equation
  x = 1;
  x = 2;
end M;
