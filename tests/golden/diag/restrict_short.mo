model M
  function f = g;
  class h = g;
  function g
    input Real u;
    output Real y = 2*u;
  algorithm
  end g;
  Real x = f(1);
  Real y = h(1);
end M;
