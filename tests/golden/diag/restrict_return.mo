model M
  Real x;
algorithm
  x := 1;
  return;
end M;
