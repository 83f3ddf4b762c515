// Arithmetic of arrays: sums, products, elementwise operators, powers, division (section 10.6).
package P
  constant Real A[2, 2] = [1, 2; 3, 4];
  constant Real x[2] = {5, 6};
  constant Real add[2, 2] = A + [10, 20; 30, 40];
  constant Real neg[2] = -x;
  constant Real sub[2] = x - {1, 1};
  constant Real eadd[2] = x .+ 1;
  constant Real esub[2] = 10 .- x;
  constant Real sx[2] = 2*x;
  constant Real xs[2] = x*3;
  constant Real dot = x*{1, 2};
  constant Real Ax[2] = A*x;
  constant Real xA[2] = x*A;
  constant Real AA[2, 2] = A*A;
  constant Real el[2, 2] = A.*A;
  constant Real div[2] = x/2;
  constant Real ediv[2] = x./{2, 3};
  constant Real sdiv[2] = 30 ./ x;
  constant Real pw0[2, 2] = A^0, pw3[2, 2] = A^3;
  constant Real epw[2] = x.^2;
  constant Real pwe[2] = 2 .^ {3, 4};
  constant Integer idv = div(7, 2);
  constant Boolean nb[2] = not {true, false};
  constant Boolean ab[2] = {true, false} and {true, true};
  constant Boolean ob[2] = {true, false} or {false, false};
end P;
model M
  Real add[2, 2] = P.add, neg[2] = P.neg, sub[2] = P.sub, eadd[2] = P.eadd, esub[2] = P.esub, sx[2] = P.sx, xs[2] = P.xs;
  Real dot = P.dot, Ax[2] = P.Ax, xA[2] = P.xA, AA[2, 2] = P.AA, el[2, 2] = P.el, div[2] = P.div, ediv[2] = P.ediv;
  Real sdiv[2] = P.sdiv, pw0[2, 2] = P.pw0, pw3[2, 2] = P.pw3, epw[2] = P.epw, pwe[2] = P.pwe;
  Boolean nb[2] = P.nb, ab[2] = P.ab, ob[2] = P.ob;
end M;
// add = {{11,22},{33,44}}; neg = {-5,-6}; sub = {4,5}; eadd = {6,7}; esub = {5,4}; sx = {10,12}; xs = {15,18};
// dot = 17; Ax = {17,39}; xA = {23,34}; AA = {{7,10},{15,22}}; el = {{1,4},{9,16}}; div = {2.5,3}; ediv = {2.5,2};
// sdiv = {6,5}; pw0 = identity; pw3 = {{37,54},{81,118}}; epw = {25,36}; pwe = {8,16};
// nb = {false,true}; ab = {true,false}; ob = {true,false}
