model A;
  Real x;
equation;
  if time > 1 then;
    x = 1;
  else
    x = 2;
  end if;
end A;
function f(Real x)
  output Real y;
algorithm
  y := 2*x;
end f;
function y = g(x)
  y := 2*x;
end g;
model B(Real k)
  Real x = k;
end B;
