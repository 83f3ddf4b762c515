//! run --stop 3
//! run --stop 3 --method cvode
//! stderr events come in ever shorter intervals: h <= 0
//! expect min(h, 0) = 0 if t < 1.354 else min(h, 0) within 1e-7
model AccumulatingEvents "A ball that comes to rest at sqrt(2/g)*(1 + 2*e/(1 - e)) = 1.3546 s"
  parameter Real e = 0.5, g = 9.81;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  when h <= 0 then
    reinit(v, -e*pre(v));
  end when;
end AccumulatingEvents;
