//! run --stop 5 --tolerance 1e-9
//! run --stop 5 --tolerance 1e-9 --method cvode
//! run --stop 5 --tolerance 1e-9 --method ida
//! expect hypot(v["p.b.x"] - v["q.b.x"], v["p.b.y"] - v["q.b.y"]) = 0 within 1e-9
//! expect hypot(v["p.b.x"] - 0.6*cos(v["j1.phi"]), v["p.b.y"] - 0.6*sin(v["j1.phi"])) = 0.9 within 1e-8
//! expect hypot(v["q.b.x"] - 1 - 0.6*cos(v["j5.phi"]), v["q.b.y"] - 0.6*sin(v["j5.phi"])) = 0.9 within 1e-8
//! expect energy = 9.80665*(0.6*sin(2.0) + 0.6*sin(1.0))/2 + 9.80665*(0.6*sin(2.0) + 0.6*sin(1.0) + 2*v["top"])/2 within 2e-5
//! final  v["down"] = 1 within 1e-12
model LibPlanarFiveBar "Five bars fall: two degrees of freedom, two states of four"
  import Kron.Planar.*;
  inner World world;
  Fixed left;
  Fixed right(x = 1);
  Revolute j1(phi(start = 2, fixed = true), w(start = 0, fixed = true));
  Revolute j5(phi(start = 1, fixed = true), w(start = 0, fixed = true));
  Revolute j2(phi(start = -1.5));
  Revolute j3(phi(start = 2.1));
  Revolute j4(phi(start = 1.6));
  Rod a(l = 0.6);
  Rod p(l = 0.9);
  Rod q(l = 0.9);
  Rod d(l = 0.6);
  Real energy = (0.03*a.body.w^2 + a.body.vx^2 + a.body.vy^2 + 0.03*d.body.w^2 + d.body.vx^2 + d.body.vy^2
    + 0.0675*p.body.w^2 + p.body.vx^2 + p.body.vy^2 + 0.0675*q.body.w^2 + q.body.vx^2 + q.body.vy^2)/2
    + 9.80665*(a.body.y + p.body.y + q.body.y + d.body.y);
  parameter Real top0(fixed = false);
  Real top = top0 "Height of the top joint at the start";
  Boolean down(start = false, fixed = true) "It has fallen below the ground";
initial equation
  top0 = p.b.y;
equation
  connect(left.frame, j1.a);
  connect(j1.b, a.a);
  connect(a.b, j2.a);
  connect(j2.b, p.a);
  connect(p.b, j3.a);
  connect(j3.b, q.b);
  connect(right.frame, j5.a);
  connect(j5.b, d.a);
  connect(d.b, j4.a);
  connect(j4.b, q.a);
  when p.b.y < 0 then
    down = true;
  end when;
end LibPlanarFiveBar;
