//! expect v["v"] = cos(t) within 1e-12
//! expect v["a"] = -sin(t) within 1e-12
//! expect v["w"] = 1/(1 + t*t) within 1e-12
//! expect v["small"] = sqrt(1 + t) within 1e-12
model ExternalMathematics "Functions of C's mathematics have the derivatives of the operators"
  partial function Icon
  end Icon;
  function f
    extends Icon;
    input Real u;
    output Real y;
    external "C" y = sin(u);
  end f;
  function g
    input Real a;
    input Real b;
    output Real y;
    external y = atan2(a, b);
  end g;
  function root "arguments in another order, or others, are left as they are"
    input Real a;
    input Real b;
    output Real y;
    external "C" y = sqrt(b);
  end root;
  Real x = f(time), v = der(x), a = der(v);
  Real z = g(time, 1), w = der(z);
  Real small = root(0, 1 + time);
end ExternalMathematics;
