model IndexNotDifferentiable
  Real x, y, F;
  function f
    input Real x;
    output Real y;
    external "C" y = f(x);
  end f;
equation
  y = f(x);
  der(x) = 1;
  der(y) = F;
end IndexNotDifferentiable;
