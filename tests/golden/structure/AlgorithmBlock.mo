// The section gives s and n together, after u and before y.
model AlgorithmBlock
  Real u, s, y;
  Integer n;
algorithm
  s := 0;
  n := 0;
  for k in 1:3 loop
    s := s + u^k;
    n := n + 1;
  end for;
equation
  y = s + n;
  u = cos(time);
end AlgorithmBlock;
