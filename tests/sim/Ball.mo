//! run --stop 2.2 --tolerance 1e-9 --method cvode
//! run --stop 2.2 --tolerance 1e-9 --method ida
//! expect h = 5 - 5*t**2 if t <= 1 else 5*(t-1) - 5*(t-1)**2 if t <= 2 else 2.5*(t-2) - 5*(t-2)**2 within 1e-6
//! final  bounces = 2 within 0
//! final  v["v"] = 2.5 - 10*0.2 within 1e-6
//! final  last = 2 within 1e-7
model Ball "Falls from 5 m with 10 m/s2 and loses half its speed: hits at 1 s and 2 s"
  Real h(start = 5, fixed = true), v(start = 0, fixed = true);
  Integer bounces(start = 0, fixed = true);
  discrete Real last(start = -1, fixed = true) "Time of the last hit";
equation
  der(h) = v;
  der(v) = -10;
  when h < 0 then
    reinit(v, -0.5*pre(v));
    bounces = pre(bounces) + 1;
    last = time;
  end when;
end Ball;
