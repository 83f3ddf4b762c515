model M
  parameter Real A[2,2] = {1, 2; 3, 4};
  Real x, Real y;
  # a comment
  parameter String s = 'text';
equation
  x = time;
end M;
