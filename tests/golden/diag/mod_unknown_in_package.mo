package P
  constant Real width = 1;
end P;
package Q = P(widht = 3);
function f
  input Real a;
  output Real y;
algorithm
  y := a;
end f;
function g = f(b = 3);
model T
  Real z = Q.width;
  Real w = g(time);
end T;
