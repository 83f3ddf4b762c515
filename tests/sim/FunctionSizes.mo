//! run --stop 1
//! final n = 3 within 0
//! final total = 60 within 0
//! final fixed = 9 within 0
//! final same = 3 within 1e-12
model FunctionSizes "Sizes in a function that follow from the values of other variables"
  function f
    input Real x;
    output Integer n;
    output Real total;
    output Real squares[3];
  protected
    Real a[:] = {10, 20, 30}*x, b[size(a, 1)], c[2*size(a, 1)] = cat(1, a, a);
    Real d[:] = twice(a), e[size(d, 1)];
  algorithm
    b := a;
    e := d/2;
    n := size(b, 1) + size(c, 1) - 2*size(e, 1);
    total := sum(b)*2 - sum(c) + sum(e);
    squares := b.*b/100;
  end f;
  function twice
    input Real x[:];
    output Real y[size(x, 1)] = 2*x;
  algorithm
  end twice;
  function copy "has the size of its value: there are no statements"
    input Real x[:];
    output Real y[:] = x;
  end copy;
  Real same = sum(copy({time, 2*time}));
  constant Integer known = f(1);
  Integer n;
  Real total, squares[3], fixed = squares[known];
equation
  (n, total, squares) = f(1 + 0*time);
end FunctionSizes;
