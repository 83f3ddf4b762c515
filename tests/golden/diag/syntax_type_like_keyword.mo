// A type on a line of its own whose name is near to a keyword. No error.
model Protection
  parameter Real k = 1;
  Real x = k;
end Protection;
record Equation
  parameter Real a = 1;
end Equation;
model protect
  Real x = 1;
end protect;
model TypeLikeKeyword
  Protection
    relay(k = 2), other;
  Equation
    e = Equation(2);
  Equation
    f;
  protect
    g[2];
end TypeLikeKeyword;
