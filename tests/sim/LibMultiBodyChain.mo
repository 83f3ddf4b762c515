//! run --tolerance 1e-9
//! run --tolerance 1e-9 --method cvode
//! expect change = 0 within 1e-6
//! expect hypot(v["body[1].r[1]"], v["body[1].r[2]"], v["body[1].r[3]"]) = 1 within 1e-14
model LibMultiBodyChain "Five links in space, each hinge across the one before: the energy stays"
  import Kron.MultiBody.*;
  model Measured "A body that knows its energy"
    extends Body;
    Real energy = m*((v + cross(w, d))*(v + cross(w, d))/2 - world.g*(r + d)) + w*J*w/2;
  end Measured;
  inner World world;
  Revolute joint[5](n = {{0, 0, 1}, {0, 1, 0}, {0, 0, 1}, {0, 1, 0}, {1, 1, 1}},
                    phi(start = {0.5, -0.7, 0.9, 0.2, 0.4}, each fixed = true), w(each start = 1, each fixed = true));
  Bar bar[5];
  Measured body[5](each r_cm = {-0.5, 0.1, 0}, each I = diagonal({0.01, 0.1, 0.05}));
  Real energy = sum(body.energy);
  parameter Real start(fixed = false);
  Real change = (energy - start)/abs(start);
initial equation
  start = energy;
equation
  connect(world.frame, joint[1].a);
  for i in 1:5 loop
    connect(joint[i].b, bar[i].a);
    connect(bar[i].b, body[i].frame);
  end for;
  for i in 2:5 loop
    connect(bar[i - 1].b, joint[i].a);
  end for;
  annotation(experiment(StopTime = 10));
end LibMultiBodyChain;
