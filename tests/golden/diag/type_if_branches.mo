model M
  Real x = if time > 1 then 1 else "two";
  Real y = if time > 1 then 1.5 else true;
end M;
