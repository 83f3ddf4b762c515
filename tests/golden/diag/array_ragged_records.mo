model M
  record P
    Real c[:];
  end P;
  function f
    input Real x;
    output Real y;
  protected
    P p[2];
  algorithm
    p := {P({x}), P({x, 2*x})};
    y := p[2].c[2];
  end f;
  function g
    input P p[2];
    output Real y = p[2].c[size(p[2].c, 1)];
  algorithm
  end g;
  Real y = f(time);
end M;
