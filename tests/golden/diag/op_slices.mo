model Pipe
  parameter Integer n = 4;
  Real p[n] = {time, 1, 2, 3};
  Real q[n - 1] = 2*(p[1:n] - p[2:n]);
end Pipe;
