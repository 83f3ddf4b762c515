//! run --stop 0
//! final v["c1.joint[1].z"] = -4.348579841 within 1e-9
//! final v["c2.joint[1].z"] = -7.873222382 within 1e-9
//! final v["c2.joint[2].z"] = 13.46730778 + 7.873222382 within 1e-9
//! final v["c3.joint[1].z"] = -9.448667822 within 1e-9
//! final v["c3.joint[2].z"] = 14.90949687 + 9.448667822 within 1e-9
//! final v["c3.joint[3].z"] = -11.31020732 - 14.90949687 within 1e-9
//! final v["c6.joint[1].z"] = -10.03608558 within 1e-9
//! final v["c6.joint[2].z"] = 16.27225817 + 10.03608558 within 1e-9
//! final v["c6.joint[3].z"] = -10.72780595 - 16.27225817 within 1e-9
//! final v["c6.joint[4].z"] = 3.115800666 + 10.72780595 within 1e-9
//! final v["c6.joint[5].z"] = 0.4569103384 - 3.115800666 within 1e-9
//! final v["c6.joint[6].z"] = -1.179006745 - 0.4569103384 within 1e-9
//! final v["r3.joint[1].z"] = v["c3.joint[1].z"] within 1e-12
//! final v["r3.joint[2].z"] = -v["c3.joint[2].z"] within 1e-12
//! final v["r3.joint[3].z"] = -v["c3.joint[3].z"] within 1e-12
model LibMultiBodyPlanarChain "RX-59: rods that hang from each other, accelerations from Lagrange's equations"
  import Kron.MultiBody.*;
  model Chain
    parameter Integer n;
    constant Real angle[6] = {0.3, -0.2, 0.5, 0.1, -0.4, 0.7};
    constant Real rate[6] = {0.5, -1, 0.2, 0.8, -0.3, 0.4};
    outer World world;
    Revolute joint[n](phi(start = {angle[i] - (if i == 1 then 0 else angle[max(i - 1, 1)]) for i in 1:n}, each fixed = true),
                      w(start = {rate[i] - (if i == 1 then 0 else rate[max(i - 1, 1)]) for i in 1:n}, each fixed = true));
    Bar bar[n](each r = {0, -1, 0});
    Body body[n](each r_cm = {0, -0.5, 0}, each I = diagonal({0, 0, 1/12}));
    Frame a;
  equation
    connect(a, joint[1].a);
    for i in 1:n loop
      connect(joint[i].b, bar[i].a);
      connect(joint[i].b, body[i].frame);
    end for;
    for i in 2:n loop
      connect(bar[i - 1].b, joint[i].a);
    end for;
  end Chain;
  model Reversed "Three links of which the last two joints and all bars are turned around"
    outer World world;
    Revolute joint[3](phi(start = {0.3, 0.5, -0.7}, each fixed = true), w(start = {0.5, 1.5, -1.2}, each fixed = true));
    Bar bar[3](each r = {0, 1, 0});
    Body body[3](each r_cm = {0, 0.5, 0}, each I = diagonal({0, 0, 1/12}));
    Frame a;
  equation
    connect(a, joint[1].a);
    connect(joint[1].b, bar[1].b);
    connect(bar[1].a, joint[2].b);
    connect(joint[2].a, bar[2].b);
    connect(bar[2].a, joint[3].b);
    connect(joint[3].a, bar[3].b);
    for i in 1:3 loop
      connect(bar[i].a, body[i].frame);
    end for;
  end Reversed;
  inner World world(g = {0, -9.81, 0});
  Chain c1(n = 1), c2(n = 2), c3(n = 3), c6(n = 6);
  Reversed r3;
equation
  connect(world.frame, c1.a);
  connect(world.frame, c2.a);
  connect(world.frame, c3.a);
  connect(world.frame, c6.a);
  connect(world.frame, r3.a);
end LibMultiBodyPlanarChain;
