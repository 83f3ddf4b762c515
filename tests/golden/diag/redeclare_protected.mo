model Base
  Real y = f(time);
protected
  replaceable function f
    input Real u;
    output Real y;
  algorithm
    y := u;
  end f;
end Base;
function g
  input Real u;
  output Real y;
algorithm
  y := 2*u;
end g;
model M
  Base b(redeclare function f = g);
end M;
