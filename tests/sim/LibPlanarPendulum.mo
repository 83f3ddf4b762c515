//! run --tolerance 1e-9
//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! expect v["hinge.phi"] = phi within 1e-6
//! expect v["rod.body.x"] = 1 + 0.6*cos(phi) within 1e-6
//! expect v["rod.b.y"] = 1.2*sin(phi) within 1e-6
//! expect v["ground.frame.fx"] = 2*0.6*(der_w*sin(phi) + w**2*cos(phi)) within 1e-5
//! expect v["ground.frame.fy"] = -2*(0.6*(der_w*cos(phi) - w**2*sin(phi)) + 9.80665) within 1e-5
//! expect v["free.phi"] = p within 1e-6
//! expect 0.5*v["free.w"]**2 = 9.80665*3/2*(sin(0.4) - sin(v["free.phi"])) within 1e-6
model LibPlanarPendulum "A rod on a hinge with friction and a spring on its axis, and a free one"
  import Kron.Planar.*;
  inner World world;
  Fixed ground(x = 1);
  Revolute hinge(phi(start = 0.4, fixed = true), w(start = 0, fixed = true), d = 0.3);
  Rod rod(l = 1.2, m = 2);
  Kron.Rotational.Fixed housing;
  Kron.Rotational.Spring spring(c = 5);
  Fixed origin;
  Revolute free(phi(start = 0.4, fixed = true), w(start = 0, fixed = true));
  Bar arm(l = 1/3);
  Body bob(m = 1, J = 0.1111111111111111) "Radius of gyration as of a rod of length 2/sqrt(3)";
  // The same by the angular momentum about the pivot: J = m l^2/3
  Real phi(start = 0.4, fixed = true), w(start = 0, fixed = true), der_w = der(w);
  Real p(start = 0.4, fixed = true), q(start = 0, fixed = true);
equation
  connect(ground.frame, hinge.a);
  connect(hinge.b, rod.a);
  connect(housing.flange, spring.a);
  connect(spring.b, hinge.axis);
  connect(origin.frame, free.a);
  connect(free.b, arm.a);
  connect(arm.b, bob.frame);
  der(phi) = w;
  2*1.2^2/3*der(w) = -2*9.80665*0.6*cos(phi) - 0.3*w - 5*phi;
  der(p) = q;
  (1/9 + 1/9)*der(q) = -9.80665/3*cos(p);
  annotation(experiment(StopTime = 5));
end LibPlanarPendulum;
