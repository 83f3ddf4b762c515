// Sizes that inputs give each other are checked where a function with open arrays calls another one.
//! run --stop 2
//! status 3
//! stderr the input `x` of `FailInputSize.total` has another size in dimension 1 than declared
model FailInputSize
  function total
    input Integer n;
    input Real x[n];
    output Real s = 0;
  algorithm
    for i in 1:n loop
      s := s + x[i];
    end for;
  end total;
  function open
    input Real u;
    input Integer n;
    output Real s;
  protected
    Real z[:] = fill(u, 3);
  algorithm
    s := total(n, z);
  end open;
  Integer n = if time < 1 then 3 else 2;
  Real y = open(time, n);
end FailInputSize;
