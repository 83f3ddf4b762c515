model A
  Real x = 1;
end A;
function f
  extends A;
  output Real y;
algorithm
  y := x;
end f;
model M
  Real z = f();
end M;
