model M
  Real x, y, z;
equation
  if time then
    x = 1;
  else
    x = 2;
  end if;
  y = if 1 then 2 else 3;
  when x then
    z = 1;
  end when;
end M;
