// Specification 12.2: no models in functions.
model Part
  Real x = 1;
end Part;
function f
  input Real a;
  output Real y;
protected
  Part p;
algorithm
  y := a;
end f;
model M
  Real x = f(time);
end M;
