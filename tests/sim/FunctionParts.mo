//! run --stop 1
//! expect y = 2*sin(2*t) + 4*cos(2*t) within 1e-9
//! expect z = -2*t/3 within 1e-9
//! expect w = 1.5 within 0
function inner_
  input Real u;
  output Real y;
algorithm
  y := sin(u);
end inner_;
function kernel
  input Real t;
  output Real h;
algorithm
  h := 2*inner_(2*t);
end kernel;
function slope "differentiates a function before those it calls have been met"
  input Real t;
  output Real h;
protected
  function d = der(kernel, t);
algorithm
  h := d(t);
end slope;
function both
  input Real t;
  output Real y;
algorithm
  y := kernel(t) + slope(t);
end both;
function values "outputs with values need no algorithm"
  input Real x;
  output Real z = 2*x;
  output Real other = 3*x;
end values;
function several
  input Real t;
  output String text = "abc";
  output Real x = -1;
  output Real y = 1.5;
end several;
model FunctionParts
  Real y = both(time);
  Real z = values(2*z + time);
  Real w;
algorithm
  (, , w) := several(time);
end FunctionParts;
