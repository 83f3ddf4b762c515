function f
  input Integer n;
  output Integer y;
algorithm
  assert(n > 0, "n must be positive, not " + String(n));
  y := n;
end f;
model M
  Real x[f(-3)] = {1};
end M;
