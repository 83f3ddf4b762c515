model M "Limits of elements of arrays, and those that are parameters"
  parameter Real none = 0, low = 2, high = 1;
  parameter Real p[2, 2](each min = 0) = {{1, 2}, {-3, 4}};
  Real x[3](start = {1, 2, 3}, each fixed = true, nominal = {1, 0, 1});
  Real y(start = 1, fixed = true, nominal = none);
  Real z[2](each start = 1, each fixed = true, min = {0, low}, max = {2, high});
  Real w[2](start = {0, 5}, each fixed = true, each max = 4);
  Real fine[2](start = {0, 5}, each fixed = true, max = {1, 5}, each nominal = -2);
equation
  der(x) = -x;
  der(y) = -y*p[1, 1];
  der(z) = -z;
  der(w) = -w;
  der(fine) = -fine;
end M;
