// Equations between arrays, constructors on the left, matrices times vectors, records of arrays.
model M
  parameter Real A[2, 2] = [2, 1; 1, 3];
  Real x[2], y, z, w[2, 2], u[3];
equation
  A*x = {1, 2}*time;
  {y, z} = {x[1], 2*x[2]};
  w = [y, z; z, y];
  u[1:2] = x;
  u[3] = if time > 1 then 0 else 1;
end M;
// the same; 2 + 2 + 4 + 2 + 1 equations
