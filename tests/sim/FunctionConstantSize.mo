//! stderr is declared constant, but computed from variables of the function
//! expect y = time + 402 within 1e-9
//! expect z = time + 603 within 1e-9
model FunctionConstantSize "constants of a function that only the sizes of its inputs tell"
  function f
    input Real x[:];
    output Real y;
  protected
    constant Integer n = size(x, 1);
    constant Integer m = 200*n;
    Real v[n, n + 1];
    Real w[n];
  algorithm
    v := zeros(n, n + 1);
    w := x;
    for j in 1:n loop
      v[j, 1] := w[j];
    end for;
    y := sum(v) + m;
  end f;
  Real y = f({time, 2}), z = f({1, 2, time});
end FunctionConstantSize;
