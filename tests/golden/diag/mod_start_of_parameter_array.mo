model C
  Real x[3](start = {1, 2, 3});
equation
  der(x) = -x;
end C;
model M
  C c[2](x(start = {1, 2, 3}));
end M;
