// Relations, logic, precedence, comparison of strings and enumerations (section 3.5).
package P
  type E = enumeration(a, b, c);
  constant Boolean b1 = 1 < 2 and not 2 > 3 or false;
  constant Boolean b2 = not true or true;
  constant Boolean b3 = "abc" < "abd", b4 = "abc" == "abc", b5 = "b" <> "b";
  constant Boolean b6 = E.a < E.c, b7 = E.b >= E.b, b8 = E.a == E.b;
  constant Boolean b9 = false < true, b10 = true <> false;
  constant Real r1 = 2 + 3*4^2/6 - 1, r2 = -3^2, r3 = 2*(-1), r4 = 10 - 4 - 3, r5 = 64/4/2;
  constant Integer i1 = if 1 > 2 then 1 elseif 2 > 1 then 2 else 3;
end P;
model M
  Boolean b[10] = {P.b1, P.b2, P.b3, P.b4, P.b5, P.b6, P.b7, P.b8, P.b9, P.b10};
  Real r[5] = {P.r1, P.r2, P.r3, P.r4, P.r5};
  Integer i = P.i1;
end M;
// b = {true, true, true, true, false, true, true, false, true, true}; r = {9, -9, -2, 3, 8}; i = 2
