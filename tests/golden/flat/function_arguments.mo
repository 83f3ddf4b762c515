// Positional, named and default arguments; defaults that use other inputs (section 12.4.1).
package P
  function f
    input Real a;
    input Real b = 2*a;
    input Real c = a + b;
    output Real y;
  algorithm
    y := 100*a + 10*b + c;
  end f;
  constant Real r1 = f(1);
  constant Real r2 = f(1, 5);
  constant Real r3 = f(1, c = 0);
  constant Real r4 = f(c = 1, b = 0, a = 2);
end P;
model M
  Real x = P.r1;
  Real y = P.r2;
  Real z = P.r3;
  Real w = P.r4;
  Real v = P.f(time, c = 3);
end M;
// r1 = 100 + 20 + 3 = 123; r2 = 100 + 50 + 6 = 156; r3 = 100 + 20 + 0 = 120; r4 = 200 + 0 + 1 = 201; v = f(time, 2*time, 3)
