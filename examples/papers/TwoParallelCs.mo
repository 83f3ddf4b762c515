model TwoParallelCs "Two capacitances at one 0-junction: TwoParallelCs.dym, of Kron.BondGraph"
  /* C2 depends on C1: it stands on a 1-junction with a residual sink. C1.e is the state. */
  import BG = Kron.BondGraph;
  parameter Real E = 10 "Effort of the source";
  BG.SE source(e0 = E);
  BG.Junction1 one1;
  BG.R R(r = 2);
  BG.C C1(c = 1, e(start = 0, fixed = true));
  BG.Junction1 one2;
  BG.C C2(c = 2);
  BG.RSf RSf;
equation
  connect(source.bond, one1.bond[1]);
  connect(one1.bond[2], R.bond);
  connect(one1.bond[3], C1.bond);
  connect(C1.bond, one2.bond[1]);
  connect(one2.bond[2], C2.bond);
  connect(one2.bond[3], RSf.bond);
  annotation(experiment(StopTime = 20));
end TwoParallelCs;
