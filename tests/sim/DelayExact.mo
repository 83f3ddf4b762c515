//! run --stop 1 --intervals 37
//! expect y - j = 0 within 0
//! final y = 10 within 0
model DelayExact "A piecewise constant signal comes out of a delay as it went in"
  Integer k(start = 0, fixed = true), j = integer(delay(k, 0.001));
  Real y = delay(k, 0.001), x(start = 0, fixed = true);
equation
  der(x) = 1 - x;
  when sample(0, 0.1) then
    k = pre(k) + 1;
  end when;
end DelayExact;
