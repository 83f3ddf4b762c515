model DoublePendulum2D "Two rigid bodies in the plane: DoublePendulum2D.dym, of Kron.BondGraph"
  import BG = Kron.BondGraph;
  BG.PlanarLink upper(m = 2, Jc = 0.5, d = 0.75, l = 0.5, th(start = 1, fixed = true),
    J(f(start = 0, fixed = true)));
  BG.PlanarBody lower(m = 1, Jc = 0.1, d = 0.6, th(start = 2, fixed = true),
    J(f(start = 0, fixed = true)));
  BG.SF PX "The pivot does not move";
  BG.SF PY "The pivot does not move";
equation
  connect(PX.bond, upper.a.x);
  connect(PY.bond, upper.a.y);
  connect(upper.b, lower.a);
  annotation(experiment(StopTime = 5));
end DoublePendulum2D;
