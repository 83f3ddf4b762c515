model A
  Real k, y, z;
algorithm
  k := time;
  y := delay(k, 0.1);
  k := 2*k;
  z := delay(k, 0.1);
end A;
