model SyntaxWhileEquation "a loop among equations"
  Real x(start = 0, fixed = true);
equation
  while x < 1 loop
    der(x) = 1;
  end while;
end SyntaxWhileEquation;
