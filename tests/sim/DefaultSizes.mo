// Default values of inputs have the sizes that other inputs give them, matrices too; values in a function that use only the
// sizes of each other are in no circle.
//! run --stop 1
//! final x = 3 + 6 within 0
//! final y = 3*(1 + 2 + 3 + 4) within 1e-12
//! final z = 4 within 0
model DefaultSizes
  function f
    input Integer n;
    input Real A[n, n] = identity(n);
    input Real B[size(A, 1), 2*n] = [A, A];
    output Real y;
  algorithm
    y := sum(A) + sum(B);
  end f;
  function g
    input Integer n;
    output Real y;
  protected
    Real b[2] = fill(size(a, 1), 2);
    Real a[n] = fill(b[1], n);
  algorithm
    y := a[1];
  end g;
  Real x = f(3);
  Real y = f(2, [time, 2; 3, 4]);
  Real z = g(if time > 0.5 then 4 else 3);
end DefaultSizes;
