model Pendulum2D "A rigid body on a pivot in the plane: Pendulum2D.dym, of Kron.BondGraph"
  import BG = Kron.BondGraph;
  BG.PlanarBody body(m = 2, Jc = 0.5, d = 0.75, th(start = 0.3, fixed = true),
    J(f(start = 1.2, fixed = true)));
  BG.SF PX "The pivot does not move";
  BG.SF PY "The pivot does not move";
equation
  connect(PX.bond, body.a.x);
  connect(PY.bond, body.a.y);
  annotation(experiment(StopTime = 10));
end Pendulum2D;
