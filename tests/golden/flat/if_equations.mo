// if-equations: with parameters that must be evaluated (different numbers), and with variables (pitfall 47).
model M
  parameter Boolean useA = true;
  parameter Integer kind = 2;
  Real a, b, c, d;
  Real e;
equation
  if useA then
    a = 1;
    b = 2;
  else
    a = 3;
  end if;
  if kind == 1 then
    c = time;
  elseif kind == 2 then
    c = 2*time;
  else
    c = 3*time;
  end if;
  if time < 1 then
    d = 0;
    e = 1;
  elseif time < 2 then
    d = 1;
    e = 2;
  else
    e = 3;
    d = 2;
  end if;
end M;
// a = 1; b = 2; c = 2*time (or the whole if); if time < 1 then d = 0; e = 1; elseif ...
