//! run --stop 10
//! stderr act.y = 1 is at its limit in most of the run, for act.u is many times that, 
//! stderr is a set point in another unit, as percent, a gain or the limit wrong?
//! never near.y
model NoteLimitAlways "A set point in percent, and one that only takes its time"
  model Limiter
    parameter Real most = 1;
    Real u, y = if u > most then most elseif u < -most then -most else u;
  end Limiter;
  parameter Real percent = 50, goal = 8;
  Limiter act(u = 2*(percent - h)), near(u = 2*(goal - z));
  Real h(start = 0.5, fixed = true), z(start = 0, fixed = true);
equation
  der(h) = act.y - 0.3*h;
  der(z) = near.y;
end NoteLimitAlways;
