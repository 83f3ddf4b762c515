// Written against the order of solution: c from time, then b, then a; d by the inverse of exp.
model Sorted
  Real a, b, c, d;
equation
  a = b + c;
  b = 2*c;
  c = sin(time);
  exp(d) = a + 3;
end Sorted;
