// Fields in declaration order, inherited ones at their extends clause.
record A
  Real a1;
  Real a2;
end A;
record B
  Real b1;
  extends A;
  Real b2;
end B;
package P
  constant B b = B(1, 2, 3, 4);
end P;
model M
  Real x = 1000*P.b.b1 + 100*P.b.a1 + 10*P.b.a2 + P.b.b2;
end M;
// 1000*1 + 100*2 + 10*3 + 4
