// Two equations in y and z with coefficients of x: solved symbolically, no iteration.
model LinearSymbolic
  Real x(start = 1, fixed = true), y, z;
equation
  der(x) = -y;
  y + z = x;
  y - x*z = 1;
end LinearSymbolic;
