// A function of an outer component with a default from that component (pitfall 26, notes 13.10).
function pw
  input Real x;
  input Real k;
  output Real y;
algorithm
  y := k*x;
end pw;
model W
  parameter Real g = 9;
  function f = pw(k = g);
end W;
model Body
  outer W w;
  Real y = w.f(time);
end Body;
model Top
  inner W w(g = 4);
  Body b;
end Top;
// parameter Real w.g = 4; Real b.y = pw(time, w.g);
