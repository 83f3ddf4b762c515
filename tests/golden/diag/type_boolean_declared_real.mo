model TypeBooleanDeclaredReal
  Real up;
  Real x = sin(time);
equation
  up = x < 0.5;
end TypeBooleanDeclaredReal;
