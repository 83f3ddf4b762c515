function area
  input Real d;
  output Real A;
protected
  Real r;
algorithm
  A := 3.14*r^2;
end area;
model M
  Real y = area(time);
end M;
