//! run --stop 3 --intervals 30
//! expect w = w if abs(t - int(t + 0.5)) < 1e-6 else 0.5**int(t) within 1e-12
//! expect u = w/2 if t < 1 else u within 1e-12
//! expect b = 3*w within 1e-12
//! expect d = d if abs(t - 2*int(t/2 + 0.5)) < 1e-6 else (-1)**int(t/2) within 1e-12
model DelayLoops "Loops of several equations through delays, and what follows from them"
  Real u, w, b, c, d, y;
equation
  u = 0.5*delay(w, 1);
  w = if time < 1 then 1 else u;
  b = 3*w;
  c = -delay(d, 2);
  d = if time < 2 then 1 else c;
  y = sin(b) + d;
end DelayLoops;
