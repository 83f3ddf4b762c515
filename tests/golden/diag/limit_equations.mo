model M
  Real x = time;
equation
  for i in 1:100000 loop
    for j in 1:100000 loop
      assert(i + j > 0, "never");
    end for;
  end for;
end M;
