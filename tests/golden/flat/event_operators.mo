// Operators with events stay in the flat model.
model M
  Real x(start = 1, fixed = true);
  Real a = noEvent(if x > 0 then sqrt(x) else 0);
  Real b = smooth(1, if x > 0 then x^2 else 0);
  Real c = delay(x, 0.5);
  Real d = delay(x, time/2, 3);
  Real e = semiLinear(x - 0.5, 2, 3);
  Real f = homotopy(actual = x^3, simplified = x);
  Real g = abs(x) + sign(x) + max(x, 0);
  Boolean h = initial() or terminal();
  Integer i = integer(x) + div(7, 2) + (if h then 1 else 0);
  Real j = floor(x) + ceil(x) + mod(x, 2) + rem(x, 2);
equation
  der(x) = -x;
end M;
// the same
