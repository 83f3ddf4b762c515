//! run --stop 2
//! expect fx = 2*t*sin(3*t) + 1/(1 + t) within 1e-12
//! expect fxy = 2*t*cos(3*t) within 1e-12
//! expect fyy = -t*t*sin(3*t) within 1e-12
//! expect px = 2 + 6*t + 12*t*t within 1e-11
//! expect pxx = 6 + 24*t within 1e-11
//! expect known = 3*t*t within 1e-12
model PartialDerivatives "function g = der(f, x, y): straight bodies, loops, derivatives that are given (specification, 12.7.2)"
  function f
    input Real x;
    input Real y;
    output Real z;
  algorithm
    z := x^2*sin(y) + log(1 + x);
  end f;
  function f_x = der(f, x);
  function f_xy = der(f, x, y);
  function f_yy = der(f, y, y);
  function poly "c[1] + c[2]*x + ... by Horner's rule"
    input Real c[:];
    input Real x;
    output Real y = 0;
  algorithm
    for i in size(c, 1):-1:1 loop
      y := y*x + c[i];
    end for;
  end poly;
  function poly_x = der(poly, x);
  function poly_xx = der(poly_x, x);
  function cube "whose derivative is given: its body is not looked at"
    input Real x;
    output Real y;
  algorithm
    y := if x < 0 then -abs(x)^3 else abs(x)^3;
    annotation(derivative = cube_der, Inline = false);
  end cube;
  function cube_der
    input Real x;
    input Real dx;
    output Real dy;
  algorithm
    dy := 3*x^2*dx;
  end cube_der;
  function cube_x = der(cube, x);
  Real fx = f_x(time, 3*time);
  Real fxy = f_xy(time, 3*time);
  Real fyy = f_yy(time, 3*time);
  Real px = poly_x({1, 2, 3, 4}, time);
  Real pxx = poly_xx({1, 2, 3, 4}, time);
  Real known = cube_x(time);
end PartialDerivatives;
