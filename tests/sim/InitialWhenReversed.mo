//! run --stop 1 --intervals 4
//! expect d = 1 within 1e-12
//! expect x = 0.75 within 1e-12
//! expect s = 7 within 1e-12
//! expect p = -7 within 1e-12
model InitialWhenReversed "A `when` that is active at the start gives what is before it where an initial equation says what is after it"
  discrete Real d(start = 3), e(start = 5);
  Real x, s, p;
initial equation
  d = 1;
  x = pre(d);
  e = 8;
  p = pre(e);
  s = e - 1;
equation
  der(x) = 0;
  der(s) = 0;
  der(p) = 0;
  when {initial(), sample(2, 1)} then
    d = pre(d) + 0.25;
  end when;
  when initial() then
    e = 2 - (pre(e) + 1);
  end when;
end InitialWhenReversed;
