// Expressions keep their meaning when printed: parentheses, signs, powers, logic, numbers, quoted names.
model M
  parameter Real a = 2, b = 3, c = 4;
  parameter Boolean p = true, q = false;
  Real 'x y' = a - (b - c);
  Real x2 = a/(b*c), x3 = (a/b)*c, x4 = a^(b^c), x5 = (a^b)^c, x6 = (-a)^2, x7 = -a^2, x8 = (if p then a else b) + 1;
  Real x9 = a*(b + c), x10 = -(a + b), x11 = a - (-b), x12 = (a + b)/(a - b), x13 = 2*(if q then 1 else 2);
  Boolean b1 = not (p and q), b2 = (p or q) and p, b3 = p or q and p, b4 = not (a < b), b5 = (a < b) == p;
  Real n1 = 1e-20, n2 = 1e300, n3 = 0.1, n4 = 123456789.123, n5 = 1e5, n6 = 3.0, n7 = .5, n8 = 1E+2, n9 = 1.;
end M;
// the same, with the same structure: a - (b - c), a/(b*c), a/b*c, a^(b^c), (a^b)^c, (-a)^2, -a^2, ...
