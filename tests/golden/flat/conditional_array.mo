// A conditional array of components; conditions from sizes, enumerations and functions of constants.
model C
  parameter Real k = 1;
  Real x = k*time;
end C;
model M
  parameter Integer n = 2;
  C a[n](k = {3, 4}) if n > 1;
  C b[n] if n > 2;
  Real s[n] = a.x if n > 1;
end M;
// a[1].k = 3; a[1].x; a[2].k = 4; a[2].x; no b; Real s[2] = a.x
