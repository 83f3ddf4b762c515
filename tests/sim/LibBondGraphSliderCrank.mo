//! run --tolerance 1e-9
//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! expect 0.2*cos(v["crank.th"]) + 0.6*cos(v["rod.th"]) = 0 within 1e-6
//! expect way = 0.2*sin(v["crank.th"]) + 0.6*sin(v["rod.th"]) within 1e-6
//! expect v["guide.f"] = 0 within 1e-10
//! expect kinetic - 9.81*(0.2*cos(v["crank.th"]) + 0.125*cos(v["rod.th"])) - 2*0.3*v["crank.th"] = -9.81*(0.2*cos(2) - 0.125*cos(2)/3) - 1.2 within 1e-6
model LibBondGraphSliderCrank "A kinematic loop from rest: the work of the motor is what the energy grows by"
  import BG = Kron.BondGraph;
  BG.PlanarLink crank(m = 1, Jc = 0.02, d = 0.1, l = 0.1, driven = true,
    th(start = 2, fixed = true), J(f(start = 0, fixed = true)));
  BG.PlanarLink rod(m = 0.5, Jc = 0.03, d = 0.25, l = 0.35, th(start = acos(-cos(2)/3), fixed = true));
  BG.I slider(i = 0.8), wheel(i = 0.05);
  BG.RSe sslider, swheel, guide;
  BG.Junction1 drive;
  BG.TF gear(m = 0.5);
  BG.SE motor(e0 = 0.3);
  BG.SF px, py;
  Real way(start = 0.2*sin(2) + 0.6*sin(acos(-cos(2)/3)), fixed = true) "of the slider";
  Real kinetic = (crank.X.f^2 + crank.Y.f^2 + 0.02*crank.J.f^2 + 0.5*(rod.X.f^2 + rod.Y.f^2) + 0.03*rod.J.f^2
    + 0.8*slider.f^2 + 0.05*wheel.f^2)/2;
equation
  der(way) = slider.f;
  connect(px.bond, crank.a.x);
  connect(py.bond, crank.a.y);
  connect(crank.b, rod.a);
  connect(rod.b.x, slider.bond);
  connect(slider.bond, sslider.bond);
  connect(rod.b.y, guide.bond);
  connect(motor.bond, drive.bond[1]);
  connect(drive.bond[2], wheel.bond);
  connect(wheel.bond, swheel.bond);
  connect(drive.bond[3], gear.a);
  connect(gear.b, crank.t);
  annotation(experiment(StopTime = 4));
end LibBondGraphSliderCrank;
