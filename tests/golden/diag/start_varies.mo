model StartVar
  Real y = 2 + time;
  Real x(start = y, fixed = true);
equation
  der(x) = -x;
end StartVar;
