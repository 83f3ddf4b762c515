//! run --stop 1 --tolerance 1e-9
//! run --stop 1 --tolerance 1e-9 --method ida
//! run --stop 1 --tolerance 1e-9 --method bdf
//! final  x = 1.25 within 1e-7
//! final  m = 1 within 0
//! final  n = 1 within 0
//! final  late = 0 within 0
//! final  y = 2.5 within 1e-7
//! final  seen = 2 within 1e-7
model EventPasses "In the second pass of an event states have the values of reinit (8.3.6), and sample is false (3.7.5)"
  Real x(start = 0, fixed = true) "at 0.25 it is set to 0.5";
  Real y(start = 0, fixed = true) "at 0.5 it is set to 2";
  Integer m(start = 0, fixed = true), n(start = 0, fixed = true), late(start = 0, fixed = true);
  discrete Real seen(start = 0, fixed = true);
  Boolean second;
equation
  der(x) = 1;
  der(y) = 1;
  // with x as it was this would be false in the second pass, and true again in the third
  when x >= 0.25*(1 + pre(m)) - 0.01*pre(m) then
    m = pre(m) + 1;
    reinit(x, 0.5);
  end when;
  second = sample(0.5, 1) and pre(n) > 0;
  when sample(0.5, 1) then
    n = pre(n) + 1;
    reinit(y, 2);
  end when;
  when second then
    late = pre(late) + 1;
  end when;
  when n > 0 and n == pre(n) then
    seen = y;
  end when;
end EventPasses;
