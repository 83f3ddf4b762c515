model BalanceBranchOther "The last branch gives z, which has its equation"
  Real x(start = 1, fixed = true), y, z;
equation
  der(x) = cos(time) - y;
  if x > 0.5 then
    y = x^2;
  elseif x > 0 then
    y = x/2;
  else
    z = 0;
  end if;
  z = x^2 + 1;
end BalanceBranchOther;
