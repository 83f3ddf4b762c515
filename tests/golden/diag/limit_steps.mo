// A search for a square root, one by one, during translation.
function f
  input Real x;
  output Integer y;
algorithm
  y := 0;
  while y*y < x loop
    y := y + 1;
  end while;
end f;
model M
  Real x[f(1e18)];
end M;
