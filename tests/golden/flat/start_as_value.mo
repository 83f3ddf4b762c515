// A parameter without value takes its start, with a warning (pitfall 7).
model M
  parameter Integer n(start = 2);
  Real x[n];
equation
  x = fill(time, n);
end M;
// parameter Integer n(start = 2) (= 2); Real x[2]; a warning at n
