model M
  Real y(start = 1);
equation
  der(y) = -y;
  reinit(y, 1);
end M;
