model M
  real x;
equation
  x = 3;
end M;
