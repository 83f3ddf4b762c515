//! run --stop 0
//! expect v["T[2]"] = 12 within 0
//! expect v["T[5]"] = 23 within 0
//! expect v["F[3]"] = 21 within 0
//! expect v["F[2]"] = 12 within 0
model SplitLoop "Parts of components of different sizes, in loops that take each as far as it goes"
  model Layer
    parameter Integer n, k;
    Real T[n] = {10*k + i for i in 1:n};
  end Layer;
  parameter Integer n[2] = {2, 3};
  Layer lay[2](n = {n[i] for i in 1:2}, k = {1, 2});
  Real T[sum(n)], F[2*2];
equation
  for i in 1:2 loop
    for j in 1:n[i] loop
      T[sum(n[k] for k in 1:(i - 1)) + j] = lay[i].T[j];
    end for;
  end for;
  F = {lay[div(k + 1, 2)].T[if mod(k, 2) == 0 then n[1] else 1] for k in 1:4};
end SplitLoop;
