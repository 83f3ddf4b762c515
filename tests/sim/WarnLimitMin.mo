//! run --stop 10
//! stderr at time 10 u = 0.5 is at its limit, and the loop it is in amplifies what it is to correct: without the limit
//! stderr u = min(most, max(-most, kp*(ref - psi) - kd*r)) (
//! stderr it does not grow with a positive gain (it is -1)
//! never v =
model WarnLimitMin "A rudder that turns a ship away from its course, and one of a ship that comes to it"
  parameter Real T = 5, gain = -1, kp = 1, kd = 4, most = 0.5;
  Real psi(start = 0, fixed = true), r(start = 0, fixed = true), u, ref = if time < 1 then 0 else 0.5;
  Real phi(start = 0, fixed = true), w(start = 0, fixed = true), v;
equation
  u = min(most, max(-most, kp*(ref - psi) - kd*r));
  der(psi) = r;
  T*der(r) + r = 0.2*gain*u;
  v = min(most, max(-most, 2*(6 - phi) - kd*w));
  der(phi) = w;
  T*der(w) + w = 0.2*v;
end WarnLimitMin;
