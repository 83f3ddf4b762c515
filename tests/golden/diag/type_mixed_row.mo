model M
  Real A[2, 2] = [1, 2; "a", 4];
end M;
