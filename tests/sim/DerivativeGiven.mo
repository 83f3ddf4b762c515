//! expect v["d"] = 7 within 1e-12
//! expect v["dm"] = 14 within 1e-12
//! expect v["y"] = t*t within 1e-12
//! expect v["ym"] = 3*t*t within 1e-12
model DerivativeGiven "A derivative that an annotation gives is used, however small the function is"
  record Material
    parameter String name = "m";
    parameter Real a = 3;
  end Material;
  function f
    input Real x;
    output Real y;
  algorithm
    y := x^2;
    annotation (derivative = df);
  end f;
  function df "not the derivative of f: one sees that it was used"
    input Real x;
    input Real dx;
    output Real dy;
  algorithm
    dy := 7*dx;
  end df;
  function g
    input Real x;
    input Material m;
    output Real y;
  algorithm
    y := x^2*m.a;
    annotation (derivative(zeroDerivative = m) = dg);
  end g;
  function dg
    input Real x;
    input Material m;
    input Real dx;
    output Real dy;
  algorithm
    dy := 14*dx;
  end dg;
  Real x = time;
  Real y = f(x), d = der(y);
  Real ym = g(x, Material("m", 3)), dm = der(ym);
end DerivativeGiven;
