model M
  Real x;
equation
  x = if time = 1 then 2 else 3;
end M;
