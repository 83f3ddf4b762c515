model M "The relation is to be solved for its operand"
  Boolean on;
  Real x, y;
equation
  on = x > 2;
  on = time > 1;
  y = 2*x;
end M;
