model TwoAlg
  Real y, z;
algorithm
  y := time;
algorithm
  y := y + 1;
  z := 2*y;
end TwoAlg;
