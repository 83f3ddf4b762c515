model A
  Real x;
equation
  if initial() then
    x = 1;
  end if;
  der(x) = -x;
end A;
