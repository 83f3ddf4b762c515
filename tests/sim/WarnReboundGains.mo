//! run --stop 10
//! stderr 1.25 times as fast, and gained at each of its
//! stderr the parameter `e` is 1.25 (
// A ball that gives more back than it has: the run goes well, nothing overflows.
model WarnReboundGains
  parameter Real e = 1.25;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -e*pre(v));
  end when;
end WarnReboundGains;
