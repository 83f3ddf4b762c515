//! run --stop 1 --interval 0.25
//! expect a = 6 within 1e-12
//! expect b = 24 within 1e-12
//! expect c = (1 + t)**2/4 within 1e-12
//! expect d = 3*(2 + t) - 5 within 1e-12
//! expect h = 0.25 within 1e-12
//! expect f = 10*t + 3 within 1e-12
//! expect g = 100*t + 3 within 1e-12
model PartialApplication "functions as values: inputs bound to functions, of functions that are inputs"
  partial function Line
    input Real x;
    output Real y;
  end Line;
  partial function Surface
    input Real x;
    input Real y;
    output Real z;
  end Surface;
  function product
    extends Surface;
  algorithm
    z := x*y;
  end product;
  function plane "other names than in Surface"
    input Real u;
    input Real v;
    input Real k;
    output Real z;
  algorithm
    z := 3*u + k*v;
  end plane;
  function at
    input Real x;
    input Line f;
    output Real y;
  algorithm
    y := f(x);
  end at;
  function trapezoid
    input Real x1, x2;
    input Line f;
    output Real y;
  algorithm
    y := (x2 - x1)*(f(x1) + f(x2))/2;
  end trapezoid;
  function once "an input of an input is bound"
    input Real x;
    input Real y0;
    input Surface f;
    output Real z;
  algorithm
    z := at(x, function f(y = y0));
  end once;
  function row
    input Real x;
    input Real y1, y2;
    input Surface f;
    output Real z;
  algorithm
    z := trapezoid(y1, y2, function f(y = x));
  end row;
  function square "an input that is a function is bound"
    input Real x1, x2, y1, y2;
    input Surface f;
    output Real z;
  algorithm
    z := trapezoid(x1, x2, function row(y1 = y1, y2 = y2, f = f));
  end square;
  function digits
    input Real x;
    input Real n;
    input Line part;
    output Real y;
  algorithm
    y := n*x + part(1);
  end digits;
  constant Real triple = 3;
  function times
    input Real x;
    input Real k = triple;
    output Real y = k*x;
  algorithm
  end times;
  Real a = once(3, 2, product), b = square(0, 2, 1, 3, function plane(k = 0));
  Real c = square(0, 1 + time, 0, 1, product);
  Real d = once(2 + time, 1, function plane(k = -5));
  constant Real quarter = square(0, 1, 0, 1, product);
  Real h = quarter + 0*time;
  Real f = at(time, function digits(n = 10, part = function times(k = 3)));
  Real g = at(time, function digits(n = 100, part = times));
end PartialApplication;
