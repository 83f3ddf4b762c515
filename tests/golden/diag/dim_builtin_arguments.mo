model M
  Real x[2] = atan2({time, 2}, {1, 2, 3});
  Integer y[2] = div({1, 2}, {1, 2, 3});
end M;
