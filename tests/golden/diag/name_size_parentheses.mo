model A
  parameter Integer n = 3;
  Real y(n);
equation
  y = ones(n);
end A;
