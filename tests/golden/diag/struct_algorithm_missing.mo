model M
  Real x(start = 0, fixed = true);
  Real u, y;
algorithm
  if x > 0.5 then
    u := 1;
  else
    u := 2;
  end if;
equation
  der(x) = u - y;
end M;
