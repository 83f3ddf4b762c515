// Specification 5.4.1: an outer function refers to the nearest inner one.
partial function Field
  input Real u;
  output Real y;
end Field;
function Linear
  extends Field;
algorithm
  y := 2*u;
end Linear;
model D
  outer function fc = Field;
  Real y = fc(time);
end D;
model C
  inner function fc = Linear;
  D d;
end C;
// the equation is y = Linear(u)
