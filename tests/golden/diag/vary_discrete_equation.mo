model M
  Integer k;
  Boolean b;
equation
  k = if noEvent(time > 1) then 1 else 2;
  when time > 1 then
    b = not pre(b);
  end when;
end M;
