model SliderCrank "A slider crank with a flywheel behind a gear: SliderCrank.dym, of Kron.BondGraph"
  /* The sink guide closes the loop: it keeps the end of the rod at vy = 0. The bonds know
     velocities only, so the angles must fit at the start. */
  import BG = Kron.BondGraph;
  parameter Real tau = 0 "Torque on the flywheel";
  BG.PlanarLink crank(m = 1, Jc = 0.02, d = 0.1, l = 0.1, driven = true,
    th(start = 2, fixed = true), J(f(start = 4, fixed = true)));
  BG.PlanarLink rod(m = 0.5, Jc = 0.03, d = 0.25, l = 0.35,
    th(start = acos(-cos(2)/3), fixed = true));
  BG.I slider(i = 0.8) "Moves along x";
  BG.RSe sslider;
  BG.RSe guide "Its effort is the force of the guide";
  BG.I wheel(i = 0.05);
  BG.RSe swheel;
  BG.Junction1 drive;
  BG.TF gear(m = 0.5);
  BG.SE motor(e0 = tau);
  BG.SF PX "The pivot does not move";
  BG.SF PY "The pivot does not move";
equation
  connect(PX.bond, crank.a.x);
  connect(PY.bond, crank.a.y);
  connect(crank.b, rod.a);
  connect(rod.b.x, slider.bond);
  connect(slider.bond, sslider.bond);
  connect(rod.b.y, guide.bond);
  connect(motor.bond, drive.bond[1]);
  connect(drive.bond[2], wheel.bond);
  connect(wheel.bond, swheel.bond);
  connect(drive.bond[3], gear.a);
  connect(gear.b, crank.t);
  annotation(experiment(StopTime = 3));
end SliderCrank;
