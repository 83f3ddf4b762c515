model M "variables that are in no equation, beside an algorithm and assertions"
  Real x, y, z;
algorithm
  y := time;
equation
  when sample(0, 0.1) then
    assert(y > -1, "y");
  end when;
  assert(y > -1, "y");
end M;
