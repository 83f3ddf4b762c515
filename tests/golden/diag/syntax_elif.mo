model Elif
  Real y;
equation
  y = if time < 0.3 then 1 elif time < 0.6 then 2 else 3;
end Elif;
