model SyntaxSizeInParentheses
  parameter Integer n = 3;
  Real x(n)(each start = 1);
equation
  x = fill(time, n);
end SyntaxSizeInParentheses;
