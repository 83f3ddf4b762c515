model M "a position that is prescribed and jumps"
  parameter Real t0 = 0.5, h = 2;
  Real x, v, F, y, w, G;
equation
  der(x) = v;
  2*der(v) = F;
  x = if time < t0 then 0 else h;
  der(y) = w;
  2*der(w) = G;
  y = if time < t0 then 0 else h*(time - t0)^3;
end M;
