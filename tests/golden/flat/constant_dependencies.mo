// Constants and parameters in any order, across packages, through functions; a cycle that conditions break (notes 8).
package A
  constant Real x = B.y + 1;
  constant Integer n = integer(B.z);
end A;
package B
  constant Real y = z*2;
  constant Real z = 3;
  constant Real w[A.n] = fill(A.x, A.n);
end B;
model M
  parameter Boolean useT = true;
  parameter Real T0 = 300;
  parameter Real h0 = 1;
  parameter Real T = if useT then T0 else h/2;
  parameter Real h = if useT then 2*T else h0;
  Real v[A.n] = B.w;
  Integer k[integer(T/150)] = {1, 2};
end M;
// B.w = {7, 7, 7}; T and h keep their expressions; k[2]
