// when, elsewhen, vectors of conditions, initial(), sample, edge, change, pre, reinit (section 8.3.5).
model M
  Real x(start = 1, fixed = true);
  discrete Real d(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  Boolean b(start = false, fixed = true), c(start = false, fixed = true);
  parameter Real period = 0.5;
equation
  der(x) = -x;
  when {initial(), sample(0, period), edge(b)} then
    d = pre(d) + x;
  elsewhen time > 2 then
    d = 0;
    reinit(x, 1);
  end when;
  b = x < 0.5;
  when change(b) then
    n = pre(n) + 1;
    c = not pre(c);
  end when;
end M;
// the same
