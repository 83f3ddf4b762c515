model StringArraysInAlgorithm
  String s[2], t[2], u[2];
  Integer k;
algorithm
  for i in 1:2 loop
    s[i] := "a";
  end for;
  k := if time < 0.5 then 1 else 2;
  s[2] := s[k];
algorithm
  t := {"a" for i in 1:2};
algorithm
  u := {"a", "b"} + {"c", "d"};
end StringArraysInAlgorithm;
