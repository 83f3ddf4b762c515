// What cannot be changed and follows from evaluated parameters is a number: x is zero, y an alias.
function unit
  input Real v[2];
  output Real e[2];
algorithm
  e := v/sqrt(v*v);
end unit;

model EvaluatedFollows
  parameter Real n[2] = {0, 2} annotation(Evaluate = true);
  final parameter Real e[2] = unit(n);
  parameter Real open[2] = unit(n);
  Real u, x, y, z;
equation
  der(u) = 1;
  x = e[1]*u;
  y = e[2]*u;
  z = open[1]*u;
end EvaluatedFollows;
