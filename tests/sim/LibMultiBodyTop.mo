//! run --tolerance 1e-10
//! run --tolerance 1e-10 --method cvode
//! expect tilt = cos(0.5) within 1e-7
//! expect v["top.frame.motion.R[1,3]"] = sin(0.5)*sin(4*t) within 1e-7
//! expect v["top.frame.motion.R[2,3]"] = -sin(0.5)*cos(4*t) within 1e-7
//! expect v["ball.Q[1]"]**2 + v["ball.Q[2]"]**2 + v["ball.Q[3]"]**2 + v["ball.Q[4]"]**2 = 1 within 1e-6
//! expect hypot(v["top.frame.f[1]"], v["top.frame.f[2]"]) = 2*0.3*sin(0.5)*16 within 1e-6
//! expect v["top.frame.f[3]"] = 2*9.81 within 1e-7
model LibMultiBodyTop "A symmetric top that precesses steadily: C*w3*p - A*p^2*cos(tilt) = m*g*l"
  import Kron.MultiBody.*;
  parameter Real p = 4 "Precession";
  parameter Real A = 0.02 + 2*0.3^2 "Inertia about the support, across the axis";
  parameter Real C = 0.05 "Inertia about the axis";
  parameter Real w3 = (2*9.81*0.3 + A*p^2*cos(0.5))/(C*p) "Angular velocity along the axis";
  inner World world(g = {0, 0, -9.81});
  Spherical ball(Q(start = quaternions({1, 0, 0}, 0.5), each fixed = true), w(start = {0, p*sin(0.5), w3}, each fixed = true));
  Body top(m = 2, r_cm = {0, 0, 0.3}, I = diagonal({0.02, 0.02, 0.05}));
  Real tilt = top.frame.motion.R[3, 3];
equation
  connect(world.frame, ball.a);
  connect(ball.b, top.frame);
  annotation(experiment(StopTime = 3));
end LibMultiBodyTop;
