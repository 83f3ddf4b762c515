function f
  output String s;
algorithm
  s := "a";
  for i in 1:60 loop
    s := s + s;
  end for;
end f;
model M
  constant String s = f();
  Real x[if s == "" then 1 else 2] = {1, 2};
end M;
