//! run --stop 0
//! final v["joint[1].z"] = -9.337746379302446 within 1e-12
//! final v["joint[2].z"] = 24.15763696454998 within 1e-12
//! final v["joint[3].z"] = -26.54582098928869 within 1e-12
//! final v["joint[3].b.f[1]"] = -0.5737543536113637 within 1e-12
//! final v["joint[3].b.f[2]"] = -2.531846616774246 within 1e-12
model LibMultiBodyLoadFriction "RX-58: torques proportional to constraint forces; from a dense solution of the 15 equations of Newton and Euler"
  import Kron.MultiBody.*;
  model Loaded "A hinge whose torque depends on its force: not symmetric"
    extends Hinge;
    parameter Real mu[3];
  equation
    e0*b.t + mu*b.f = Kron.residue(z);
  end Loaded;
  inner World world(g = {0, -9.81, 0});
  Loaded joint[3](mu = {{0.1, 0.05, 0}, {-0.07, 0.02, 0}, {0.03, 0.04, 0}},
                  phi(start = {0.3, -0.5, 0.7}, each fixed = true), w(start = {0.5, -1.5, 1.2}, each fixed = true));
  Bar bar[3](each r = {0, -1, 0});
  Body body[3](each r_cm = {0, 0.5, 0}, each I = diagonal({0, 0, 1/12}));
equation
  connect(world.frame, joint[1].a);
  for i in 1:3 loop
    connect(joint[i].b, bar[i].a);
    connect(bar[i].b, body[i].frame);
  end for;
  for i in 2:3 loop
    connect(bar[i - 1].b, joint[i].a);
  end for;
end LibMultiBodyLoadFriction;
