model M "y depends on itself"
  Real y, x;
equation
  y = y + x;
  x = time;
end M;
