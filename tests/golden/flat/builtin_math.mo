// Mathematical functions and conversions at points with known values (section 3.7).
package P
  constant Real a = abs(-3.5), b = sqrt(16), c = sign(-2), d = exp(0), e = log(1), f = log10(1000);
  constant Real g = sin(0), h = cos(0), i = tan(0), j = asin(0), k = acos(1), l = atan(0), m = atan2(0, 1);
  constant Real n = sinh(0), o = cosh(0), p = tanh(0);
  constant Real q = floor(-2.5), r = ceil(-2.5);
  constant Integer s = integer(-2.5), t = div(-7, 2), u = mod(-7, 3), v = rem(-7, 3), u2 = mod(7, -3);
  constant Real w = mod(5.5, 2), x = rem(-5.5, 2), y = div(-5.5, 2), z = 7/2;
  constant Integer aa = abs(-3), ab = max(3, 4), ac = min({5, 2, 8});
  constant Real ad = 2^10, ae = 2^(-1), af = -2^2;
end P;
model M
  Real v1[6] = {P.a, P.b, P.c, P.d, P.e, P.f};
  Real v2[7] = {P.g, P.h, P.i, P.j, P.k, P.l, P.m};
  Real v3[5] = {P.n, P.o, P.p, P.q, P.r};
  Integer v4[5] = {P.s, P.t, P.u, P.v, P.u2};
  Real v5[4] = {P.w, P.x, P.y, P.z};
  Integer v6[3] = {P.aa, P.ab, P.ac};
  Real v7[3] = {P.ad, P.ae, P.af};
end M;
// v1 = {3.5, 4, -1, 1, 0, 3}; v2 = {0, 1, 0, 0, 0, 0, 0}; v3 = {0, 1, 0, -3, -2};
// v4: integer(-2.5) = -3 (floor), div(-7,2) = -3, mod(-7,3) = 2, rem(-7,3) = -1, mod(7,-3) = 7 - floor(-7/3)*(-3) = 7 - 9 = -2
// v5: mod(5.5,2) = 1.5, rem(-5.5,2) = -1.5, div(-5.5,2) = -2, 3.5; v6 = {3, 4, 2}; v7 = {1024, 0.5, -4}
