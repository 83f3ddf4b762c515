model M "The matrix is singular with these parameters only"
  parameter Real a = 2, b = 4;
  Real x, y;
equation
  x + a*y = 1;
  2*x + b*y = 3 + sin(time);
end M;
