//! run --stop 1
//! expect y = max(2*t*x + 6*x*x for x in (1, 3)) within 1e-12
//! expect z = (t + 2) + 10*(1 + 3) within 1e-12
model SumOfVectors "sum of vectors whose size only the caller of the function knows"
  function f
    input Real x[:], c[:];
    output Real y = max(sum((i - 1)*x.^(i - 1)*c[i] for i in 2:size(c, 1)));
  algorithm
  end f;
  function g "parts that an expression with the iterator chooses"
    input Real v[:];
    input Integer of[:];
    output Real z;
  protected
    Real parts[size(of, 1)];
  algorithm
    parts := sum(v[2*i .+ of] for i in 0:1);
    z := parts[1] + 10*parts[2];
  end g;
  Real y = f({1, 3}, {7, 2*time, 3}), z = g({time, 1, 2, 3}, {1, 2});
end SumOfVectors;
