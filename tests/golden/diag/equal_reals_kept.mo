// Reals that keep their values between events may be compared; so may any in noEvent. No warning.
model Kept
  Real x(start = 0), mode = if time < 5 then 0 else 1, five = 5, s(start = 0, fixed = true);
  Real a, b, c, d, e;
equation
  when sample(0, 0.1) then
    x = pre(x) + 1;
  end when;
  der(s) = 1;
  a = if x == 1 then 1 else 0;
  b = if mode == 1 then 1 else 0;
  c = if five == 5 then 1 else 0;
  d = noEvent(if s == 0 then 1 else sin(s)/s);
  e = if floor(time) == 3 then 1 else 0;
end Kept;
