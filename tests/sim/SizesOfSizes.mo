//! run --stop 1
//! final y = 2 within 1e-12
//! final w = 6 within 1e-12
//! final c = 2.8 within 1e-12
//! final s = 2.8 within 1e-12
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
model SizesOfSizes "What sizes follow from is known before them; what unknown parameters give, after"
  Real y = shorter({time, 1}, {1, 2, 3});
  Real w = shorter({time, 1, 3, 4}, {1, 2, 3});
  parameter Real a(fixed = false);
  parameter Real b = 5.6/a;
  Real c = b;
  Real s(start = 5.6/a, fixed = true);
initial equation
  a = 2;
equation
  der(s) = 0;
end SizesOfSizes;
