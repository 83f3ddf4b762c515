// Values for arrays of components are split, `each` repeats (notes 13.6).
model T1
  parameter Real p = 2;
  Real x(start = p);
equation
  der(x) = -p*x;
end T1;
model T6
  T1 a[2](p = {1, 2}, x(each start = 7));
  Real s[:] = a.x;
end T6;
// parameter Real a[1].p = 1; Real a[1].x(start = 7); parameter Real a[2].p = 2; Real a[2].x(start = 7);
// Real s[2] = a.x (= {a[1].x, a[2].x});
// equation der(a[1].x) = -a[1].p*a[1].x; der(a[2].x) = -a[2].p*a[2].x;
