//! stderr `dlow` comes where `x` is expected: it is not used, the function is differentiated
//! expect v["y"] = t within 1e-7
//! expect v["d"] = 2*t within 1e-7
model DerivativeOrder "The inputs of the derivative stand in another order: df(x, dx) would be called with low for x"
  function f
    input Real low;
    input Real x;
    output Real y;
  algorithm
    y := low + x^3;
    annotation (derivative = df);
  end f;
  function df
    input Real low;
    input Real dlow;
    input Real x;
    input Real dx;
    output Real dy;
  algorithm
    dy := dlow + 3*x^2*dx;
  end df;
  function g
    input Real low;
    input Real x;
    output Real y;
  algorithm
    y := low + x^2;
    annotation (derivative = dg, Inline = false);
  end g;
  function dg
    input Real low;
    input Real dlow;
    input Real x;
    input Real dx;
    output Real dy;
  algorithm
    dy := dlow + 2*x*dx;
  end dg;
  Real y(start = 1), d = der(z), z = g(1, time);
equation
  8 + time + time^3 = f(8, y) + time;
end DerivativeOrder;
