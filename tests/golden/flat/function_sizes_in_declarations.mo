// Sizes by functions, by String comparison, by enumerations; all structural.
type Kind = enumeration(none, one, many);
function count
  input Integer n;
  output Integer m;
algorithm
  m := if n > 2 then n else 2;
end count;
model M
  parameter Integer n = 1;
  parameter Kind kind = Kind.many;
  parameter String name = "two";
  Real x[count(n)] = fill(1, count(n));
  Real y[if kind == Kind.many then 3 else 1] = {1, 2, 3};
  Real z[if name == "two" then 2 else 0] = {4, 5};
  Real w[Integer(kind)] = fill(time, 3);
end M;
// x[2], y[3], z[2], w[3]
