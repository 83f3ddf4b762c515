// Specification 12.2: public variables of a function are inputs or outputs.
function f
  input Real a;
  output Real y;
  Real c;
algorithm
  c := a;
  y := c;
end f;
model M
  Real x = f(time);
end M;
