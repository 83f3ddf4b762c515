// Iterators over enumerations, vectors, Boolean, deduced ranges; nested reductions (section 10.4.1).
package P
  type E = enumeration(a, b, c);
  constant Real w[E] = {1, 10, 100};
  constant Real s1 = sum(w[e] for e in E);
  constant Real s2 = sum(w[e] for e in E.b:E.c);
  constant Integer s3 = sum(i for i in {1, 3, 5});
  constant Real v[3] = {2, 3, 4};
  constant Real s4 = sum(v[i]*v[i] for i);
  constant Real s5 = sum(product(j for j in 1:i) for i in 1:4);
  constant Integer s6 = sum(i*j for i in 1:2, j in 1:3);
  constant Real m1 = min(abs(x - 2.5) for x in {1.0, 2.0, 4.0});
  constant Integer b[:] = {if q then 1 else 0 for q in Boolean};
  constant Integer e0 = sum(i for i in 1:0), e1 = product(i for i in 1:0);
  constant Integer t[:] = {Integer(e) for e in E};
end P;
model M
  Real s[4] = {P.s1, P.s2, P.s4, P.s5};
  Integer k[4] = {P.s3, P.s6, P.e0, P.e1};
  Real m = P.m1;
  Integer b[2] = P.b;
  Integer t[3] = P.t;
end M;
// s1 = 111; s2 = 110; s3 = 9; s4 = 4 + 9 + 16 = 29; s5 = 1 + 2 + 6 + 24 = 33; s6 = 3*6 = 18; m1 = 0.5; b = {0, 1}; t = {1, 2, 3}
