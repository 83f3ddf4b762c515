model JoinedEnd
  Real x(start = 0, fixed = true);
equation
  if time > 0.5 then
    der(x) = 1;
  else
    der(x) = 0;
  endif;
end JoinedEnd;
