//! run --stop 0
//! final v["j1.z"] = -0.288401009216402 within 1e-12
//! final v["j2.acc"] = 0.759816062934581 within 1e-12
//! final v["j3.z"] = -0.853288062716246 within 1e-12
//! final v["j4.z"] = 8.93328248359475 within 1e-12
//! final v["k1.z"] = 0.288401009216402 within 1e-12
//! final v["k2.acc"] = -0.759816062934581 within 1e-12
//! final v["k3.z"] = 0.853288062716246 within 1e-12
//! final v["k4.z"] = -8.93328248359475 within 1e-12
model LibMultiBodyArm "Hinges and a slide in space, also with every element turned around: from Lagrange's equations of the energies, differentiated numerically with 60 digits"
  import Kron.MultiBody.*;
  constant Real full[3, 3] = [0.3, 0.02, -0.01; 0.02, 0.4, 0.03; -0.01, 0.03, 0.5];
  inner World world(g = {0, -9.81, 0});
  Revolute j1(n = {0, 1, 0}, phi(start = 0.4, fixed = true), w(start = 0.5, fixed = true));
  Body b1(m = 2, r_cm = {0.1, 0, 0.3}, I = full);
  Bar l1(r = {0.2, 0.1, 0.5});
  Prismatic j2(n = {1, 0, 2}, s(start = 0.3, fixed = true), v(start = -0.7, fixed = true));
  Body b2(m = 1, r_cm = {0, 0.2, 0}, I = diagonal({0.1, 0.2, 0.3}));
  Bar l2(r = {0, 0.4, 0});
  Revolute j3(n = {1, 2, 2}, phi(start = -0.8, fixed = true), w(start = 1.3, fixed = true));
  Body b3(m = 1.5, r_cm = {0.1, 0.2, 0.3}, I = full);
  Bar l3(r = {0.3, 0, -0.1});
  Revolute j4(n = {1, 0, 0}, phi(start = 1.1, fixed = true), w(start = -2, fixed = true));
  Body b4(m = 0.7, r_cm = {0.1, -0.2, 0.5}, I = diagonal({0.01, 0.02, 0.03}));

  Revolute k1(n = {0, 1, 0}, phi(start = -0.4, fixed = true), w(start = -0.5, fixed = true));
  Body c1(m = 2, r_cm = {0.1, 0, 0.3} - {0.2, 0.1, 0.5}, I = full);
  Bar m1(r = -{0.2, 0.1, 0.5});
  Prismatic k2(n = {1, 0, 2}, s(start = -0.3, fixed = true), v(start = 0.7, fixed = true));
  Body c2(m = 1, r_cm = {0, 0.2, 0}, I = diagonal({0.1, 0.2, 0.3}));
  Bar m2(r = -{0, 0.4, 0});
  Revolute k3(n = {1, 2, 2}, phi(start = 0.8, fixed = true), w(start = -1.3, fixed = true));
  Body c3(m = 1.5, r_cm = {0.1, 0.2, 0.3}, I = full);
  Bar m3(r = {0, 0.1, 0.3}, R = [0, -1, 0; 0, 0, 1; -1, 0, 0]);
  Revolute k4(n = {0, 0, -1}, phi(start = -1.1, fixed = true), w(start = 2, fixed = true));
  Body c4(m = 0.7, r_cm = {0.2, 0.5, -0.1}, I = diagonal({0.02, 0.03, 0.01}));
equation
  connect(world.frame, j1.a);
  connect(j1.b, b1.frame);
  connect(j1.b, l1.a);
  connect(l1.b, j2.a);
  connect(j2.b, b2.frame);
  connect(j2.b, l2.a);
  connect(l2.b, j3.a);
  connect(j3.b, b3.frame);
  connect(j3.b, l3.a);
  connect(l3.b, j4.a);
  connect(j4.b, b4.frame);

  connect(world.frame, k1.b);
  connect(k1.a, m1.b);
  connect(m1.a, c1.frame);
  connect(m1.a, k2.b);
  connect(k2.a, c2.frame);
  connect(k2.a, m2.b);
  connect(m2.a, k3.b);
  connect(k3.a, c3.frame);
  connect(k3.a, m3.b);
  connect(m3.a, k4.b);
  connect(k4.a, c4.frame);
end LibMultiBodyArm;
