record P
  Real a;
end P;
function f
  input Real x;
  output P p;
algorithm
  p.a := x;
end f;
model M
  Real y;
equation
  y = f(time).a;
end M;
