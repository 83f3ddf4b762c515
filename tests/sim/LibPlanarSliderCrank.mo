//! run --tolerance 1e-9
//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! expect v["cylinder.s"] = 0.1*cos(v["shaft.phi"]) + sqrt(0.09 - (0.1*sin(v["shaft.phi"]))**2) within 1e-8
//! expect v["piston.y"] = 0 within 1e-10
//! expect v["rod.b.x"] - v["cylinder.b.x"] = 0 within 1e-10
//! expect v["cylinder.v"] = v["shaft.w"]*(-0.1*sin(v["shaft.phi"]) - 0.01*sin(v["shaft.phi"])*cos(v["shaft.phi"])/sqrt(0.09 - (0.1*sin(v["shaft.phi"]))**2)) within 1e-7
//! expect change = 0 within 2e-6
//! expect v["drive.flange.tau"] = -torque within 1e-6
//! expect v["guide.s"] = s within 1e-8
//! expect v["wheel.phi"] = 12*t within 1e-7
model LibPlanarSliderCrank "A free slider crank through both dead centres, and one that is driven"
  import Kron.Planar.*;
  inner World world;
  // Free: bodies turn and slide, the energy stays
  Fixed ground;
  Revolute shaft(phi(start = 0.5, fixed = true), w(start = 12, fixed = true));
  Rod crank(l = 0.1, m = 1);
  Revolute pin(phi(start = -0.66));
  Rod rod(l = 0.3, m = 0.5);
  Revolute wrist(phi(start = 0.16));
  Prismatic cylinder(s(start = 0.38));
  Body piston(m = 0.8);
  Real energy = (1/100*shaft.w^2/12*1 + crank.body.vx^2 + crank.body.vy^2)/2
    + 0.5*(0.09/12*rod.body.w^2 + rod.body.vx^2 + rod.body.vy^2)/2 + 0.4*(piston.vx^2 + piston.vy^2)
    + 9.80665*(crank.body.y + 0.5*rod.body.y + 0.8*piston.y);
  parameter Real start(fixed = false) "Energy at the start";
  Real change = energy - start;
  // Driven: no gravity along the guide, bars without mass; the torque is m s'' ds/dphi
  Kron.Rotational.ConstantSpeed drive(w = 12);
  Revolute wheel;
  Bar arm(l = 0.1);
  Revolute joint(phi(start = 0));
  Bar link(l = 0.3);
  Revolute knuckle(phi(start = 0));
  Prismatic guide(s(start = 0.4));
  Body slider(m = 2);
  Real phi = 12*time, s, ds, torque;
initial equation
  start = energy;
equation
  connect(ground.frame, shaft.a);
  connect(shaft.b, crank.a);
  connect(crank.b, pin.a);
  connect(pin.b, rod.a);
  connect(rod.b, wrist.a);
  connect(wrist.b, piston.frame);
  connect(ground.frame, cylinder.a);
  connect(cylinder.b, piston.frame);
  connect(drive.flange, wheel.axis);
  connect(ground.frame, wheel.a);
  connect(wheel.b, arm.a);
  connect(arm.b, joint.a);
  connect(joint.b, link.a);
  connect(link.b, knuckle.a);
  connect(knuckle.b, slider.frame);
  connect(ground.frame, guide.a);
  connect(guide.b, slider.frame);
  s = 0.1*cos(phi) + sqrt(0.09 - (0.1*sin(phi))^2);
  ds = -0.1*sin(phi) - 0.01*sin(phi)*cos(phi)/sqrt(0.09 - (0.1*sin(phi))^2);
  torque = 2*12*der(ds)*ds;
  annotation(experiment(StopTime = 3));
end LibPlanarSliderCrank;
