//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["m.v"] = 0.1 if v["friction.stuck"] > 0.5 else v["m.v"] within 1e-8
//! expect v["spring.f"] = 0.1*t if t < 15 else v["spring.f"] within 1e-7
//! final n = 3 within 0
//! final t1 = 15 within 1e-7
//! final t2 - t1 = 2*(pi - atan(0.5/0.1)) + 10 within 1e-6
//! final t3 - t2 = 2*(pi - atan(0.5/0.1)) + 10 within 1e-6
model LibStickSlip "A mass on a belt: it sticks until the spring pulls 1.5 N, then slips half around the ellipse"
  import Kron.Translational.*;
  Mass m(m = 1, s(start = 0, fixed = true), v(start = 0.1, fixed = true));
  Spring spring(c = 1);
  DryFriction friction(f_c = 1, peak = 1.5);
  ConstantSpeed belt(v = 0.1);
  Fixed wall;
  Integer n(start = 0, fixed = true) "Slips";
  discrete Real t1(start = 0, fixed = true), t2(start = 0, fixed = true), t3(start = 0, fixed = true);
equation
  when not friction.stuck then
    n = pre(n) + 1;
    t1 = if n == 1 then time else pre(t1);
    t2 = if n == 2 then time else pre(t2);
    t3 = if n == 3 then time else pre(t3);
  end when;
  connect(wall.flange, spring.a);
  connect(spring.b, m.a);
  connect(m.b, friction.a);
  connect(friction.b, belt.flange);
  annotation(experiment(StopTime = 50));
end LibStickSlip;
