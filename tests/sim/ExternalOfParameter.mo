//! run --tolerance 1e-9
//! run --tolerance 1e-9 --method bdf
//! expect y = 3*t**2 within 1e-8
//! expect dy = 6*t within 1e-8
//! expect w = (t**2 + 2)/4 within 1e-8
//! expect u = 2*t within 1e-8
model ExternalOfParameter "What an external function makes of parameters has no part in the derivative of the function that calls it"
  function root
    input Real x;
    output Real y;
  external "C" y = cbrt(x);
  end root;
  function scaled "cbrt(p)*x^n, also through another function"
    input Real x;
    input Real p;
    input Integer n;
    output Real y;
  algorithm
    y := root(p);
    for i in 1:n loop
      y := y*x;
    end for;
    annotation(Inline = false);
  end scaled;
  function both
    input Real x, p[2];
    output Real y;
    output Real z;
  protected
    Real a = root(p[1]);
  algorithm
    y := 0;
    for i in 1:2 loop
      y := y + a*x/2;
    end for;
    z := scaled(x, p[2], 1);
    annotation(Inline = false);
  end both;
  parameter Real p = 27, q[2] = {8, 64};
  Real x(start = 0, fixed = true), y, dy, w, u, z;
equation
  der(x) = 1;
  y = scaled(x, p, 2);
  dy = der(y);
  scaled(w, q[2], 1) = x^2 + 2;
  (z, ) = both(x, q);
  u = der(z)*x;
end ExternalOfParameter;
