//! run --tolerance 1e-10 --interval 1
//! run --tolerance 1e-10 --interval 1 --method cvode
//! run --tolerance 1e-10 --interval 1 --method ida
//! expect v["upper.phi"] = [0, -3.00151318957, -1.2545743729, -1.27324299623, -2.75966780678, 0.162326971334][round(t)] within 1e-6
//! expect v["lower.phi"] = [0.5, 0.542586291869, 0.982216224124, 0.790588492756, -0.795235838149, -0.544325842803][round(t)] within 1e-6
//! expect v["upper.w"] = [0, -2.98859571649, 3.64316452211, -4.47269496372, 2.93569343248, -0.451887749044][round(t)] within 1e-5
//! expect v["lower.w"] = [0, 3.34293031934, 3.19320704622, 0.937610676142, -2.44055540956, 1.92023082543][round(t)] within 1e-5
//! expect energy = 0.5*9.80665*0.4*sin(0.5) within 1e-6
/* The numbers: Lagrange's equations in the relative angles a, b,

     T = m1 |c1'|^2/2 + m2 |c2'|^2/2 + J1 a'^2/2 + J2 (a' + b')^2/2,   V = g (m1 y1 + m2 y2),
     c1 = l1/2 (cos a, sin a),   c2 = l1 (cos a, sin a) + l2/2 (cos(a + b), sin(a + b)),

   with l1 = m1 = 1, l2 = 0.8, m2 = 0.5, Ji = mi li^2/12, g = 9.80665, a = 0 and b = 0.5 at rest,
   derived by a computer algebra system and integrated by an explicit method of order 8 at tolerances
   of 1e-12 and 1e-13 and by an implicit one of order 5: they agree in 10 digits. */
model LibPlanarDoublePendulum "Two rods against Lagrange's equations in relative angles"
  import Kron.Planar.*;
  inner World world;
  Fixed ground;
  Revolute upper(phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Rod arm(l = 1, m = 1);
  Revolute lower(phi(start = 0.5, fixed = true), w(start = 0, fixed = true));
  Rod forearm(l = 0.8, m = 0.5);
  Real energy = (arm.body.J*arm.body.w^2 + arm.body.vx^2 + arm.body.vy^2)/2
    + (forearm.body.J*forearm.body.w^2 + 0.5*(forearm.body.vx^2 + forearm.body.vy^2))/2
    + 9.80665*(arm.body.y + 0.5*forearm.body.y);
equation
  connect(ground.frame, upper.a);
  connect(upper.b, arm.a);
  connect(arm.b, lower.a);
  connect(lower.b, forearm.a);
  annotation(experiment(StopTime = 5));
end LibPlanarDoublePendulum;
