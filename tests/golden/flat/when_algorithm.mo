// when in an algorithm, with elsewhen, terminate and assert.
model M
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x < 10, "x is too large: " + String(x), AssertionLevel.warning);
algorithm
  when x > 1 then
    n := pre(n) + 1;
  elsewhen x > 2 then
    n := pre(n) + 10;
    terminate("done");
  end when;
  assert(n >= 0, "n is negative");
end M;
// the same
