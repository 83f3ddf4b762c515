// Annotations of functions are read: Inline, smoothOrder, derivative.
function f
  input Real x;
  output Real y;
algorithm
  y := x^3;
  annotation(Inline = false, smoothOrder = 2, derivative = f_der);
end f;
function f_der
  input Real x;
  input Real x_der;
  output Real y_der;
algorithm
  y_der := 3*xx^2*x_der;
end f_der;
model M
  Real x = time;
  Real y = f(x);
  Real z = der(y);
end M;
// z = der(y)
