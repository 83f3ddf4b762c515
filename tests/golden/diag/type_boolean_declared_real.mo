model TypeBooleanDeclaredReal
  Real up;
  Real x = sin(time);
  Real low = x < -0.5;
equation
  up = x < 0.5;
end TypeBooleanDeclaredReal;
