//! run --stop 5
//! final h = 10 + 15*4 within 1e-6
//! quiet
model ReinitPassed "A stage that gains speed at a height, and a door that gives way: none of them is to turn round"
  Real h(start = 0, fixed = true), v(start = 10, fixed = true);
  Real x(start = 0, fixed = true), u(start = 1, fixed = true);
equation
  der(h) = v;
  der(v) = 0;
  when h > 10 then
    reinit(v, pre(v) + 5);
  end when;
  der(x) = u;
  der(u) = -0.5*u;
  when x > 0.2 then
    reinit(u, 0.9*pre(u));
  end when;
end ReinitPassed;
