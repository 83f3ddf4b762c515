function two
  input Real x; output Real y;
algorithm
  y := {x, 2*x};
end two;
model M
  Real r[2] = two(time);
end M;
