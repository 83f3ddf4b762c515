model M
  Real u = sin(time), y, z;
equation
  y = u > 0 ? 1 : -1;
  z = @(x) x^2;
end M;
