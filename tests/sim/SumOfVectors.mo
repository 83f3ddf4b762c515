//! run --stop 1
//! expect y = max(2*t*x + 6*x*x for x in (1, 3)) within 1e-12
model SumOfVectors "sum of vectors whose size only the caller of the function knows"
  function f
    input Real x[:], c[:];
    output Real y = max(sum((i - 1)*x.^(i - 1)*c[i] for i in 2:size(c, 1)));
  algorithm
  end f;
  Real y = f({1, 3}, {7, 2*time, 3});
end SumOfVectors;
