//! run --stop 1
//! status 3
//! stderr `vector` of an array with more than one size above 1
model VectorOfMatrix "what only the call tells: there are two sizes above 1"
  function flattened
    input Real x[:, :];
    output Real y[size(x, 1) * size(x, 2)];
  algorithm
    y := vector(x);
  end flattened;
  Real y[4] = flattened({{1, 2}, {3, time}});
end VectorOfMatrix;
