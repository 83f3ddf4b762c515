// Values with der, attributes from parameters and constants, start from an expression of parameters.
package Units
  constant Real g = 9.81;
  type Acc = Real(unit = "m/s2", nominal = g);
end Units;
model M
  parameter Real x0 = 2, lim = 10*x0;
  Real x(start = x0, fixed = true, min = -lim, max = lim);
  Units.Acc a = der(v);
  Real v(start = 2*x0 + 1, fixed = true) = der(x);
equation
  a = -100*x;
end M;
// Real x(min = -lim, max = lim, start = x0, fixed = true); Real a(unit = "m/s2", nominal = 9.81) = der(v); Real v(...) = der(x); a = -x
