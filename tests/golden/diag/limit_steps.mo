// The naive Fibonacci function during translation.
function f
  input Integer n;
  output Integer y;
algorithm
  y := if n < 2 then n else f(n - 1) + f(n - 2);
end f;
model M
  Real x[f(60)];
end M;
