model Events
  Boolean b(start = false, fixed = true), c;
  discrete Real t0;
  Real h(start = 1), v;
initial equation
  pre(t0) = 0;
equation
  der(h) = v;
  der(v) = if b then 0 else -9.81;
  when {h <= 0, sample(0, 0.1)} then
    reinit(v, -0.7*pre(v));
    t0 = time;
  elsewhen initial() then
    t0 = 0;
  end when;
  c = not b and h > 1 or edge(b);
  if c then
    b = h < 1e-3;
  else
    b = false;
  end if;
end Events;
