// Parameters depend on each other in any order; a disabled component vanishes (notes 13.7).
model T1
  parameter Real p = 2;
  Real x(start = p);
equation
  der(x) = -p*x;
end T1;
model T7
  parameter Integer n = 2*m, m = 1;
  Real x[n] = fill(time, n);
  T1 c if n > 3;
  T1 d if n > 1;
end T7;
// parameter Integer n = 2*m; parameter Integer m = 1; Real x[2] = fill(time, n); no c;
// parameter Real d.p = 2; Real d.x(start = d.p); equation der(d.x) = -d.p*d.x;
