model M
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  if x > 3 then
    terminate("far enough");
  end if;
  when x > 2 then
    terminate("far enough");
  end when;
  terminate("done");
end M;
