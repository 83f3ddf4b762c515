//! run --stop 1
//! final y = 2 within 1e-12
//! final w = 6 within 1e-12
//! final c = 2.8 within 1e-12
//! final s = 2.8 within 1e-12
//! final z = 11 within 1e-12
function shorter "Sum of the shorter of two arrays"
  input Real a[:], b[:];
  output Real s;
protected
  Integer p = size(a, 1);
  Integer q = size(b, 1);
  Integer n = if p <= q then p else q;
  Real x[n] = if p <= q then a else b;
algorithm
  s := sum(x);
end shorter;
function declared "Sizes of what is declared do not take its value"
  input Real a[:];
  output Real s;
protected
  Real g[size(a, 1)] = a + twice(a);
  Real h[2*size(a, 1)] = cat(1, g, -a);
  Real z[size(h, 1)];
algorithm
  z := ones(size(z, 1)) + h;
  s := sum(z);
end declared;
function twice
  input Real x[:];
  output Real y[size(x, 1)];
algorithm
  y := 2*x;
end twice;
model SizesOfSizes "What sizes follow from is known before them; what unknown parameters give, after"
  Real y = shorter({time, 1}, {1, 2, 3});
  Real w = shorter({time, 1, 3, 4}, {1, 2, 3});
  Real z = declared({time, 2.5});
  parameter Real a(fixed = false);
  parameter Real b = 5.6/a;
  Real c = b;
  Real s(start = 5.6/a, fixed = true);
initial equation
  a = 2;
equation
  der(s) = 0;
end SizesOfSizes;
