function sq
  input Real x; output Real y;
algorithm
  return x*x;
end sq;
model M
  Real z = sq(time);
end M;
