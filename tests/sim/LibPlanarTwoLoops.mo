//! run --tolerance 1e-9
//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! expect v["j1.phi"] = phi within 1e-5
//! expect v["j3.s"] = s within 1e-5
//! expect 0.05*wp**2 + 0.5*vs**2 + 0.1*wa**2 + 0.1*wb**2 = phi - 0.5 within 2e-6
//! expect 0.3**2 + s**2 - 0.6*s*cos(phi) = 1 within 1e-8
//! expect s + cos(al) = 2.2 + 0.9*cos(be) within 1e-8
//! expect sin(al) = 0.9*sin(be) within 1e-8
//! expect v["j3.s"] + cos(v["b6.a.phi"]) = 2.2 + 0.9*cos(v["j7.phi"]) within 1e-8
//! expect sin(v["b6.a.phi"]) = 0.9*sin(v["j7.phi"]) within 1e-8
//! expect v["slider.y"] = 0 within 1e-10
//! expect sin(v["j1.phi"] + v["j2.phi"] + v["j3r.phi"]) = 0 within 1e-8
model LibPlanarTwoLoops "DS-38: two coupled loops of parts, and the same written out; work of the motor is kinetic energy"
  import Kron.Planar.*;
  inner World world(gy = 0);
  Fixed ground;
  Fixed post(x = 2.2);
  Kron.Rotational.ConstantTorque motor(tau = 1);
  Revolute j1(phi(start = 0.5, fixed = true), w(start = 0, fixed = true));
  Body flywheel(m = 0, J = 0.1);
  Bar crank(l = 0.3);
  Revolute j2(phi(start = -0.64));
  Bar rod(l = 1);
  Revolute j3r(phi(start = 0.14));
  Prismatic j3(s(start = 1.25));
  Body slider(m = 1);
  Revolute j4(phi(start = 0.96));
  Bar b6(l = 1);
  Body inertia6(m = 0, J = 0.2);
  Revolute j5(phi(start = 1.04));
  Bar b7(l = 0.9);
  Body inertia7(m = 0, J = 0.2);
  Revolute j7(phi(start = 2));
  // Annex A-10
  parameter Real r = 0.3, l = 1, d = 2.2, l6 = 1, l7 = 0.9;
  parameter Real Jc = 0.1, ms = 1, Ja = 0.2, Jb = 0.2, tau = 1;
  Real phi(start = 0.5, fixed = true), s(start = 1.25287751905039);
  Real al(start = 0.959578703789188), be(start = 1.99844290541221);
  Real wp(start = 0, fixed = true), vs, wa, wb, L1, L2, L3;
equation
  connect(ground.frame, j1.a);
  connect(motor.flange, j1.axis);
  connect(j1.b, flywheel.frame);
  connect(j1.b, crank.a);
  connect(crank.b, j2.a);
  connect(j2.b, rod.a);
  connect(rod.b, j3r.a);
  connect(j3r.b, slider.frame);
  connect(ground.frame, j3.a);
  connect(j3.b, slider.frame);
  connect(slider.frame, j4.a);
  connect(j4.b, b6.a);
  connect(j4.b, inertia6.frame);
  connect(b6.b, j5.a);
  connect(j5.b, b7.b);
  connect(post.frame, j7.a);
  connect(j7.b, b7.a);
  connect(j7.b, inertia7.frame);
  der(phi) = wp;
  der(s) = vs;
  der(al) = wa;
  der(be) = wb;
  r^2 + s^2 - 2*r*s*cos(phi) = l^2;
  s + l6*cos(al) = d + l7*cos(be);
  l6*sin(al) = l7*sin(be);
  Jc*der(wp) = tau + L1*2*r*s*sin(phi);
  ms*der(vs) = L1*(2*s - 2*r*cos(phi)) + L2;
  Ja*der(wa) = -L2*l6*sin(al) + L3*l6*cos(al);
  Jb*der(wb) = L2*l7*sin(be) - L3*l7*cos(be);
  annotation(experiment(StopTime = 3));
end LibPlanarTwoLoops;
