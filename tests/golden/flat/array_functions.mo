// Built-in array functions with values that can be checked by hand (section 10.3).
package P
  constant Real A[2, 3] = [1, 2, 3; 4, 5, 6];
  constant Integer nd = ndims(A), s1 = size(A, 1), s2[2] = size(A);
  constant Real sc = scalar({{7}});
  constant Real ve[3] = vector([1; 2; 3]);
  constant Real ma[2, 1] = matrix({8, 9});
  constant Real id[2, 2] = identity(2);
  constant Real dg[3, 3] = diagonal({1, 2, 3});
  constant Real ze[2, 1] = zeros(2, 1), on[3] = ones(3), fi[2, 2] = fill(5, 2, 2);
  constant Real ls[5] = linspace(0, 8, 5);
  constant Real mi = min(A), ma1 = max(A), su = sum(A), pr = product(A);
  constant Real mi2 = min(3, 2), ma2 = max(3.5, 2);
  constant Real si = sum(i^2 for i in 1:4), pi = product(i for i in 2:5), mx = max(i*(5 - i) for i in 1:4);
  constant Real e0 = sum(zeros(0)), e1 = product(fill(2, 0));
  constant Real tr[3, 2] = transpose(A), ou[2, 3] = outerProduct({1, 2}, {3, 4, 5});
  constant Real sy[2, 2] = symmetric([1, 2; 3, 4]), cr[3] = cross({1, 0, 0}, {0, 1, 0}), sk[3, 3] = skew({1, 2, 3});
  constant Real pm[2, 3] = promote([1, 2, 3; 4, 5, 6], 2);
end P;
model M
  Integer nd = P.nd, s1 = P.s1, s2[2] = P.s2;
  Real sc = P.sc, ve[3] = P.ve, ma[2, 1] = P.ma, id[2, 2] = P.id, dg[3, 3] = P.dg;
  Real ze[2, 1] = P.ze, on[3] = P.on, fi[2, 2] = P.fi, ls[5] = P.ls;
  Real mi = P.mi, ma1 = P.ma1, su = P.su, pr = P.pr, mi2 = P.mi2, ma2 = P.ma2, si = P.si, pi = P.pi, mx = P.mx;
  Real e0 = P.e0, e1 = P.e1, tr[3, 2] = P.tr, ou[2, 3] = P.ou, sy[2, 2] = P.sy, cr[3] = P.cr, sk[3, 3] = P.sk;
end M;
// nd = 2; s1 = 2; s2 = {2, 3}; sc = 7; ve = {1,2,3}; ma = {{8},{9}}; id = {{1,0},{0,1}}; dg = diagonal 1 2 3;
// ze = {{0},{0}}; on = {1,1,1}; fi = {{5,5},{5,5}}; ls = {0,2,4,6,8}; mi = 1; ma1 = 6; su = 21; pr = 720; mi2 = 2; ma2 = 3.5;
// si = 1+4+9+16 = 30; pi = 2*3*4*5 = 120; mx = max(4,6,6,4) = 6; e0 = 0; e1 = 1; tr = {{1,4},{2,5},{3,6}};
// ou = {{3,4,5},{6,8,10}}; sy = {{1,2},{2,4}} (upper part mirrored); cr = {0,0,1}; sk = {{0,-3,2},{3,0,-1},{-2,1,0}}
