model M "an assertion has one side only"
  parameter Real k = 2;
  Real x = time;
  Real forgotten;
equation
  assert(x < 100, "too large");
  when x > 1 then
    assert(k > 1, "k is too small");
  end when;
end M;
