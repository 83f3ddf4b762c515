// Array constructors, concatenation, ranges and iterators (section 10.4).
package P
  constant Integer a[3] = {1, 2, 3};
  constant Real b[2, 3] = {a, {4, 5, 6}};
  constant Real c[2, 2] = [1, 2; 3, 4];
  constant Real d[3, 2] = [c; {{5, 6}}];
  constant Real e[1, 3] = [1, 2, 3];
  constant Real f[3, 1] = [a];
  constant Real g[2, 4] = [c, c];
  constant Integer r[:] = 1:4;
  constant Integer s[:] = 7:-3:-1;
  constant Real t[:] = 0:0.25:1;
  constant Integer u[0] = 2:1;
  constant Integer v[:] = {i*i for i in 1:4};
  constant Integer w[:, :] = {10*i + j for j in 1:3, i in 1:2};
  constant Integer x[:] = array(5, 6, 7);
  constant Real y[2, 1, 2] = {{{1, 2}}, {{3, 4}}};
  constant Real z[4, 1] = cat(1, [1; 2], [3; 4]);
  constant Real k[5] = cat(1, {1, 2}, {3}, {4, 5});
  constant Real m[2, 3] = cat(2, [1; 2], [3, 4; 5, 6]);
end P;
model M
  Real b[2, 3] = P.b;
  Real c[2, 2] = P.c;
  Real d[3, 2] = P.d;
  Real e[1, 3] = P.e;
  Real f[3, 1] = P.f;
  Real g[2, 4] = P.g;
  Integer r[4] = P.r;
  Integer s[3] = P.s;
  Real t[5] = P.t;
  Integer u[0] = P.u;
  Integer v[4] = P.v;
  Integer w[2, 3] = P.w;
  Integer x[3] = P.x;
  Real y[2, 1, 2] = P.y;
  Real z[4, 1] = P.z;
  Real k[5] = P.k;
  Real m[2, 3] = P.m;
end M;
// b = {{1,2,3},{4,5,6}}; c = {{1,2},{3,4}}; d = {{1,2},{3,4},{5,6}}; e = {{1,2,3}}; f = {{1},{2},{3}};
// g = {{1,2,1,2},{3,4,3,4}}; r = {1,2,3,4}; s = {7,4,1}; t = {0,0.25,0.5,0.75,1}; u empty; v = {1,4,9,16};
// w: {f for j in 1:3, i in 1:2} has the dimensions 2 x 3: {{11,12,13},{21,22,23}}; x = {5,6,7};
// y = {{{1,2}},{{3,4}}}; z = {{1},{2},{3},{4}}; k = {1,2,3,4,5}; m = {{1,3,4},{2,5,6}}
