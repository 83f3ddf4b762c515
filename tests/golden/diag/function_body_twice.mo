function f
  input Real u;
  output Real y;
algorithm
  y := u;
end f;
function g
  extends f;
algorithm
  y := 2*u;
end g;
model M
  Real x = g(time);
end M;
