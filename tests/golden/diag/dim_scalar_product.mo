model Vec
  Real a[3] = {1, 2, 3};
  Real b[3] = {4, 5, 6};
  Real c;
equation
  c = a.*b;
end Vec;
