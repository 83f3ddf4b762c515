model M
  function f input Real a, b; output Real y; algorithm y := a + b; end f;
  Real y;
equation
  y = f(a = time, c = 1);
end M;
