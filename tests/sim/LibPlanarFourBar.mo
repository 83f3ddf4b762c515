//! run --tolerance 1e-9
//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! expect hypot(v["coupler.b.x"] - 1, v["coupler.b.y"]) = 0.7 within 1e-8
//! expect hypot(v["coupler.b.x"] - 0.3*cos(v["j1.phi"]), v["coupler.b.y"] - 0.3*sin(v["j1.phi"])) = 0.9 within 1e-8
//! expect v["rocker.b.x"] - v["coupler.b.x"] = 0 within 1e-10
//! expect sin(v["j1.phi"] + v["j2.phi"] + v["j3.phi"] - v["j4.phi"]) = 0 within 1e-8
//! expect cos(v["j1.phi"] + v["j2.phi"] + v["j3.phi"] - v["j4.phi"]) = 1 within 1e-8
//! expect 1 + 0.09 + 0.49 - 0.81 - 2*0.3*cos(v["j1.phi"]) + 2*0.7*cos(v["j4.phi"]) = 2*0.3*0.7*cos(v["j1.phi"] - v["j4.phi"]) within 1e-8
//! expect change = 0 within 5e-5
model LibPlanarFourBar "Four bars: the loop stays closed (Freudenstein's equation), the energy stays"
  import Kron.Planar.*;
  inner World world;
  Fixed left;
  Fixed right(x = 1);
  Revolute j1(phi(start = 1.5, fixed = true), w(start = 8, fixed = true));
  Rod crank(l = 0.3, m = 1);
  Revolute j2(phi(start = -1.1));
  Rod coupler(l = 0.9, m = 2);
  Revolute j3(phi(start = 1.3));
  Rod rocker(l = 0.7, m = 1.5);
  Revolute j4(phi(start = 1.7));
  Real energy = (0.09/12*crank.body.w^2 + crank.body.vx^2 + crank.body.vy^2)/2
    + (0.81/12*coupler.body.w^2 + coupler.body.vx^2 + coupler.body.vy^2)
    + 1.5*(0.49/12*rocker.body.w^2 + rocker.body.vx^2 + rocker.body.vy^2)/2
    + 9.80665*(crank.body.y + 2*coupler.body.y + 1.5*rocker.body.y);
  parameter Real start(fixed = false) "Energy at the start";
  Real change = energy - start;
initial equation
  start = energy;
equation
  connect(left.frame, j1.a);
  connect(j1.b, crank.a);
  connect(crank.b, j2.a);
  connect(j2.b, coupler.a);
  connect(coupler.b, j3.a);
  connect(j3.b, rocker.b);
  connect(right.frame, j4.a);
  connect(j4.b, rocker.a);
  annotation(experiment(StopTime = 5));
end LibPlanarFourBar;
