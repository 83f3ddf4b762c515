// Functions of components called through the component; constants and parameters of models in functions by argument.
model Medium
  parameter Real a = 2;
  constant Real b = 3;
  function h
    input Real T;
    input Real k = b;
    output Real y;
  algorithm
    y := k*T + b;
  end h;
  Real y = h(time, a);
end Medium;
model Top
  Medium m(b = 7);
  Real z = m.h(time);
end Top;
// m.a = 2; constant m.b = 7; m.y = h(time, m.a); z = h(time, 7) with the b of m in the body (7)
