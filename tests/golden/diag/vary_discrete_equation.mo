model M
  Integer k;
  discrete Real e;
  Boolean b;
equation
  k = if noEvent(time > 1) then 1 else 2;
  e = 2*time;
  when time > 1 then
    b = not pre(b);
  end when;
end M;
