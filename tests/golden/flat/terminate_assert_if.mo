// assert, terminate and calls without result in if- and for-equations, in when, with levels.
model M
  parameter Integer n = 2;
  parameter Real lim[n] = {1, 2};
  Real x = time;
equation
  for i in 1:n loop
    assert(x < lim[i] + 100, "limit " + String(i) + " exceeded");
  end for;
  assert(n > 0, "n must be positive", level = AssertionLevel.error);
  when x > 0.5 then
    terminate("x is " + String(x));
  end when;
end M;
// two asserts of the loop with i = 1, 2; the assert n > 0 (or dropped as constantly true: n is a parameter, so it stays unless structural)
