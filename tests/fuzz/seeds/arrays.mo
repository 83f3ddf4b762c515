model Arrays
  Real A[2, 2] = [1, 2; 3, 4], B[:] = {i^2 + j for i in 1:3, j in {1, 2}};
  Real c = A[1, end]*A[end - 1, 1], d[3] = 1:2:5, e = sum(B[k] for k in 1:3);
  Real f[2] = A*{1.5, .5}, g = -2^2 + 3.*4 .- 1e-3, h[2] = -A[:, 1] ./ {1, 2} .^ 2;
equation
  (c, , e) = fn(d);
  [c, d[1]; 0, 1] = A;
end Arrays;
