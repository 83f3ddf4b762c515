function f
  output Integer y = 0;
algorithm
  for i in 1:3 loop
    i := 2;
    y := y + i;
  end for;
end f;
model M
  Integer x = f();
end M;
