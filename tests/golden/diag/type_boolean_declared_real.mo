model TypeBooleanDeclaredReal
  Real up;
  Real x = sin(time);
  Real low = x < -0.5;
  Boolean high;
equation
  up = x < 0.5;
  high = if x > 0.5 then 1 else 0;
end TypeBooleanDeclaredReal;
