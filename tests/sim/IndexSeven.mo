//! run --stop 2
//! run --stop 2 --method ida
//! expect x3 = sin(t) within 1e-12
//! expect x2 = 6/11*sin(t) within 1e-12
//! expect x1 = -31/77*sin(t) within 1e-12
//! expect F = -449/77*sin(t) within 1e-11
model IndexSeven "The force on the first of three masses in a chain of springs, from the motion of the last: six differentiations"
  parameter Real m1 = 2, m2 = 3, m3 = 5, k1 = 7, k2 = 11;
  Real x1, x2, x3, v1, v2, v3, F;
equation
  der(x1) = v1;
  der(x2) = v2;
  der(x3) = v3;
  m1*der(v1) = F - k1*(x1 - x2);
  m2*der(v2) = k1*(x1 - x2) - k2*(x2 - x3);
  m3*der(v3) = k2*(x2 - x3);
  x3 = sin(time);
end IndexSeven;
