//! run --stop 3 --tolerance 1e-9
//! run --stop 3 --tolerance 1e-9 --method ida
//! expect n = floor(x) if abs(x - round(x)) > 1e-6 else n within 0
//! expect x = 1.5*t within 1e-8
//! final  cascade = 4 within 0
//! final  a = 4 within 0
//! final  b = 4 within 0
model EventIteration "One event causes others at the same time: a, then b, then the cascade"
  Real x(start = 0, fixed = true);
  Integer n = integer(x);
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true), cascade(start = 0, fixed = true);
equation
  der(x) = 1.5;
  when change(n) then
    a = pre(a) + 1;
  end when;
  when change(a) then
    b = pre(b) + 1;
  end when;
  when b <> pre(b) then
    cascade = pre(cascade) + 1;
  end when;
end EventIteration;
