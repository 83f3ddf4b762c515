function g
  input Real x;
  output Real y;
  external "C" y = g_c(x, size({1, 2}, 1))
    annotation(Include = "#include <math.h>", Library = {"m", "c"});
  annotation(derivative(order = 1, noDerivative = x) = dg, smoothOrder = 2);
end g;
function dg = der(g, x);
impure function h external; end h;
