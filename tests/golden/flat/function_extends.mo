// Functions inherit inputs and locals, are short classes with modified defaults, and are package members.
package P
  partial function base
    input Real x;
    input Real k = 1;
    output Real y;
  protected
    Real h = 10*x;
  end base;
  function g
    extends base(k = 2);
    input Real z = 3;
  algorithm
    y := h + k + z;
  end g;
  function h = g(k = 5);
  constant Real a = g(1);
  constant Real b = h(1);
  constant Real c = h(1, 0, 0);
end P;
model M
  Real a = P.a, b = P.b, c = P.c;
end M;
// a = 10 + 2 + 3 = 15; b = 10 + 5 + 3 = 18; c = 10
