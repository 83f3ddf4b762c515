//! run --stop 2
//! quiet
//! final n = 2 within 0
// A wall that comes to meet the ball, once faster than it: not every rebound gains.
model NoWarnReboundPushed
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    n = pre(n) + 1;
    reinit(v, -0.6*pre(v) + (if n == 2 then 5 else 0));
  end when;
end NoWarnReboundPushed;
