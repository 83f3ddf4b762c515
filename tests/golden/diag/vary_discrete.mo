// Specification 4.5: a discrete variable changes at events only.
model M
  discrete Real d = time;
  discrete Real e;
  discrete Real good(start = 0);
equation
  e = 2*time;
  when time > 1 then
    good = time;
  end when;
end M;
