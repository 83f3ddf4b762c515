//! run --stop 2
//! status 3
//! stderr division by zero (`x[i + 1] - x[i]` is 0) in `FailFunctionTable.interpolate` (
model FailFunctionTable "Loops, parts of arrays and elements that are assigned"
  function interpolate
    input Real u, x[:], y[size(x, 1)];
    output Real v;
  protected
    Integer i;
    Real w[size(x, 1)], z[2];
  algorithm
    i := 1;
    while i < size(x, 1) - 1 and x[i + 1] <= u and x[i] <> x[i + 1] loop
      i := i + 1;
    end while;
    for k in 1:size(x, 1) loop
      w[k] := 2*y[k];
    end for;
    z := w[{i, i + 1}];
    v := z[1] + (z[2] - z[1])*(u - x[i])/(x[i + 1] - x[i]);
  end interpolate;
  parameter Real xs[:] = {0, 1, 1, 2}, ys[:] = {0, 5, 7, 9};
  Real a = interpolate(time, xs, ys);
  Real b(start = 0, fixed = true);
equation
  der(b) = a;
end FailFunctionTable;
