// Subscripts, slices, vectors as subscripts, end in nested subscripts (section 10.5).
package P
  constant Real A[3, 4] = {10*i + j for j in 1:4, i in 1:3};
  constant Integer k[:] = {3, 1};
  constant Real r[4] = A[2, :], c[3] = A[:, 3], s[2, 2] = A[2:3, {1, 4}], l = A[end, end], l1 = A[end - 1, 2];
  constant Real v[2] = A[k, 1];
  constant Real t[2, 4] = A[k, :];
  constant Real n = A[k[end], k[1]];
  constant Real h[2, 4] = A[1:2:end];
  constant Real row[4] = A[1];
  constant Real rev[3] = A[3:-1:1, 2];
end P;
model M
  Real r[4] = P.r, c[3] = P.c, s[2, 2] = P.s, l = P.l, l1 = P.l1, v[2] = P.v, t[2, 4] = P.t, n = P.n, h[2, 4] = P.h;
  Real row[4] = P.row, rev[3] = P.rev;
end M;
// A = {{11,12,13,14},{21,22,23,24},{31,32,33,34}}; r = {21,22,23,24}; c = {13,23,33}; s = {{21,24},{31,34}}; l = 34; l1 = 22;
// v = {31,11}; t = {{31,..,34},{11,..,14}}; n = A[1,3] = 13; h = {{11,...},{31,...}}; row = {11,12,13,14}; rev = {32,22,12}
