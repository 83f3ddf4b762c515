model M
  Real x = cos(time), y = sin(time), phi = atan(y, x);
end M;
