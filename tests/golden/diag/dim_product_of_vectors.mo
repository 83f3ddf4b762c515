model ProductOfVectors
  parameter Real a[3] = {1, 2, 3};
  Real b[3] = {time, 1, 2}, y[3];
equation
  y = a*b;
end ProductOfVectors;
