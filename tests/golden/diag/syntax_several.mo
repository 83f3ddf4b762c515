model M
  Real x = ;
  Real y = 1;
  Real z 2;
equation
  y = = 3;
  z = 4;
end M;
