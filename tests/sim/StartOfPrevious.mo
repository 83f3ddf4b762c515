//! run --stop 1
//! expect x = -1 within 1e-12
//! expect y = 7 within 1e-12
//! final a = 2 within 1e-12
model StartOfPrevious "The start value of a discrete variable counts before that of a state computed from it"
  Real a(start = -1), x(start = -3);
  discrete Integer n;
  Real y(start = 7);
initial equation
  x = pre(a);
  2*y = 14 + pre(n) - n;
equation
  der(x) = 0;
  der(y) = 0;
  when time > 0.5 then
    a = 2;
    n = pre(n) + 1;
  end when;
end StartOfPrevious;
