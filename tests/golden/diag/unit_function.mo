function area
  input Real r(unit = "m");
  output Real A(unit = "m2");
algorithm
  A := r*r*r;
end area;
model M "The argument is a volume, the result a length; in the function the power is wrong"
  Real V(unit = "m3") = 2;
  Real l(unit = "m");
  Real d(unit = "m") = 2;
equation
  l = area(d);
algorithm
  assert(area(V) > 0, "positive");
end M;
