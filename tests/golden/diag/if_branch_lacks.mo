model M
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -x;
  if x > 0.5 then
    y = 2*x;
    x = 3;
  else
    y = x;
  end if;
end M;
