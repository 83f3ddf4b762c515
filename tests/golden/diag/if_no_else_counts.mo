model IfNoElseCounts
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  if x > pre(n) + 1 then
    n = pre(n) + 1;
  end if;
end IfNoElseCounts;
