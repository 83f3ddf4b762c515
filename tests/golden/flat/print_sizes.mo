// Sizes by a type keep its name; `each` stands in front of values for all elements only.
model M
  type E = enumeration(a, b);
  parameter Real k[E] = {1, 2};
  Real x[E, Boolean](each start = 3) = fill(time, 2, 2);
  Real y[2](start = {1, 2}, each min = 0) = {time, time};
end M;
