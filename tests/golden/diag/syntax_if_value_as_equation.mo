model SyntaxIfValueAsEquation
  Boolean day;
  Real G;
equation
  day == sin(time) > 0;
  if day then G = sin(time) else 0;
end SyntaxIfValueAsEquation;
