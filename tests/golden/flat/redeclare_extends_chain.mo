// A: replaceable function f; B, C: redeclare replaceable function extends f; body from C, arguments in A's order (pitfall 33).
package A
  replaceable partial function f
    input Real x;
    input Real y = 2;
    output Real z;
  end f;
  constant Real v;
end A;
package B
  extends A(v = 1);
  redeclare replaceable function extends f
    input Real w = 3;
  end f;
end B;
package C
  extends B(v = 5);
  redeclare function extends f(y = 7)
  algorithm
    z := 100*x + 10*y + w + v;
  end f;
  constant Real r1 = f(1);
  constant Real r2 = f(1, 2);
  constant Real r3 = f(w = 4, x = 2, y = 0);
end C;
model M
  Real a = C.r1;
  Real b = C.r2;
  Real c = C.r3;
end M;
// inputs x, y = 7, w = 3; v = 5 (the enclosing package instance is C):
// f(1) = 100 + 70 + 3 + 5 = 178; f(1, 2) = 100 + 20 + 3 + 5 = 128; f(2, 0, 4) = 200 + 0 + 4 + 5 = 209
