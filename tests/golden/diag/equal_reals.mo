model EqR
  Real x = sin(time), y;
equation
  y = if x == 0.5 then 1 else 0;
end EqR;
