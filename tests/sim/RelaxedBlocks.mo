//! run --stop 1
//! expect 4*v["x[1]"] + v["x[2]"] + 2*v["x[3]"] = 1 + t within 1e-12
//! expect v["x[1]"] + 5*v["x[2]"] + v["x[3]"] = 2 within 1e-12
//! expect 2*v["x[1]"] + v["x[2]"] + 6*v["x[3]"] = 3 within 1e-12
//! expect 3*v["a[1]"] + v["a[2]"] + 0.5*(v["b[1]"] + v["c[1]"]) + 0.2*(v["b[2]"] + v["c[2]"]) = 1 within 1e-12
//! expect -v["a[1]"] + 4*v["a[2]"] + 0.3*(v["b[1]"] + v["c[1]"]) - 0.7*(v["b[2]"] + v["c[2]"]) = t within 1e-12
//! expect 0.5*(v["a[1]"] + v["c[1]"]) + 0.2*(v["a[2]"] + v["c[2]"]) + 3*v["b[1]"] + v["b[2]"] = 2 within 1e-12
//! expect 0.3*(v["a[1]"] + v["c[1]"]) - 0.7*(v["a[2]"] + v["c[2]"]) - v["b[1]"] + 4*v["b[2]"] = 1 within 1e-12
//! expect 0.5*(v["a[1]"] + v["b[1]"]) + 0.2*(v["a[2]"] + v["b[2]"]) + 3*v["c[1]"] + v["c[2]"] = 0 within 1e-12
//! expect 0.3*(v["a[1]"] + v["b[1]"]) - 0.7*(v["a[2]"] + v["b[2]"]) - v["c[1]"] + 4*v["c[2]"] = 1 within 1e-12
//! expect v["T[1]"] = 10*(1 - (r + r**50)/(1 + r**51)) within 1e-12
//! expect v["T[25]"] = 10*(1 - (r**25 + r**26)/(1 + r**51)) within 1e-12
//! expect v["T[50]"] = 10*(1 - (r + r**50)/(1 + r**51)) within 1e-12
model RelaxedBlocks "RX-4, RX-11, A-12: equation (7) of relaxing-1996 with scalars and blocks, and a chain of cells"
  parameter Real A[3,3] = {{4, 1, 2}, {1, 5, 1}, {2, 1, 6}};
  parameter Real M[2,2] = {{3, 1}, {-1, 4}}, N[2,2] = {{0.5, 0.2}, {0.3, -0.7}};
  parameter Real k = 0.1;
  Real x[3], a[2], b[2], c[2];
  Real T[50];
  Real r = (2 + k - sqrt((2 + k)^2 - 4))/2;
equation
  A[1,1]*x[1] + A[1,2]*Kron.relax(x[2]) + A[1,3]*Kron.relax(x[3]) = 1 + time;
  A[2,1]*x[1] + A[2,2]*x[2] + A[2,3]*Kron.relax(x[3]) = 2;
  A[3,1]*x[1] + A[3,2]*x[2] + A[3,3]*x[3] = 3;
  M*a + N*Kron.relax(b) + N*Kron.relax(c) = {1, time};
  N*a + M*b + N*Kron.relax(c) = {2, 1};
  N*a + N*b + M*c = {0, 1};
  for i in 1:50 loop
    (2 + k)*T[i] = (if i == 1 then 0 else T[max(i - 1, 1)]) + (if i == 50 then 0 else Kron.relax(T[min(i + 1, 50)])) + 1;
  end for;
end RelaxedBlocks;
