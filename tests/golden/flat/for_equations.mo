// for-equations: nested, with a deduced range, over an array, name of the loop as the bound (pitfalls 20 and 21).
model M
  parameter Integer n = 3;
  Real x[n];
  Real y[2, n];
  Real z[3];
  Real e[0];
  constant Integer idx[3] = {3, 1, 2};
equation
  for i loop
    x[i] = i*time;
  end for;
  for i in 1:2, j in 1:n loop
    y[i, j] = x[j]^i;
  end for;
  for n in 1:n loop
    z[idx[n]] = n;
  end for;
  for i in 1:0 loop
    e[i] = 1;
  end for;
end M;
// x[1] = 1*time; ...; y[1,1] = x[1]^1; ...; y[2,3] = x[3]^2; z[3] = 1; z[1] = 2; z[2] = 3
