model M
  Real fail1[2](each start = {1, 2});
equation
  der(fail1) = {1, 1};
end M;
