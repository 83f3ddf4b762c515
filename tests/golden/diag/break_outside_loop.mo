model BreakOutsideLoop
  Real x;
algorithm
  x := 0;
  while x < 3 loop
    x := x + 1;
    if x > 2 then
      break;
    end if;
  end while;
  if x > 1 then
    break;
  end if;
end BreakOutsideLoop;
