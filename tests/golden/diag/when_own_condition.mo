model M "The assignment makes the condition false again that leads to it"
  Real last(start = 1, fixed = true);
  Real good(start = 1, fixed = true);
equation
  when time > last + 1 then
    last = time;
  end when;
  when time > pre(good) + 1 then
    good = time;
  end when;
end M;
