model A
  Real input = 3;
  Real y = 2*input;
  Real der = 1, z;
equation
  z = der*y + input;
end A;
