//! run
//! status 3
//! stderr the sizes of arrays do not fit: `A` is [2, 3], `x` is [2]
model FailArrayProduct "Factors whose sizes do not fit, with their names"
  function apply
    input Real A[:, :];
    input Real x[:];
    output Real y[size(A, 1)];
  algorithm
    y := A*x;
  end apply;
  Real r[2] = apply([1, 2, 3; 4, 5, time], {1, time});
end FailArrayProduct;
