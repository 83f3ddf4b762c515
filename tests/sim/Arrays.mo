//! run --intervals 2
//! expect v["a[3,2]"] = 32 + t within 1e-12
//! expect v["b[2]"] = 4*(1 + 4 + 9) within 1e-12
//! expect total = 11 + 12 + 21 + 22 + 31 + 32 + 6*t within 1e-12
//! expect tri = 2*(1 + 2 + 3) within 0
//! expect v["c[1,2,2]"] = 122 within 0
//! expect v["e[2]"] = 4 within 0
//! expect slice = 11 + 21 + 31 + 3*t within 1e-12
model Arrays
  Real a[3, 2], b[3], c[2, 2, 2], e[2];
  Real total = sum(a), tri = sum(i*size(a, 1)/3 for i in 1:3, j in 1:2), slice = sum(a[:, 1]);
equation
  for i in 1:3, j in 1:2 loop
    a[i, j] = 10*i + j + time;
  end for;
  b = {i^2*sum(k^2 for k in 1:3) for i in 1:3};
  c = {{{100*i + 10*j + k for k in 1:2} for j in 1:2} for i in 1:2};
  e = {{1, 2}, {3, 4}}*{0, 1} .* {1, 1};
end Arrays;
