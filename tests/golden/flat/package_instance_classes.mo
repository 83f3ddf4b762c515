// A class inherited by a package sees that package's constants; short packages with modifiers too (notes 1).
package A
  constant Integer n = 1;
  constant Real k = 10*n;
  model M
    Real x[n];
  equation
    x = fill(k*time, n);
  end M;
end A;
package B = A(n = 3);
package C
  extends A(n = 2);
end C;
model Top
  A.M a;
  B.M b;
  C.M c;
end Top;
// a.x[1] = fill(10*time, 1); b.x[3] = fill(30*time, 3); c.x[2] = fill(20*time, 2)
