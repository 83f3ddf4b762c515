model CNetwork "Five capacitances in a tree: CNetwork.dym, of Kron.BondGraph"
  /* C3 and C5 depend on the other three, by the 1-junctions one2 and one3, which have residual
     sinks. The 0-junctions n1 and n2 could be left out: connecting bonds is one. */
  import BG = Kron.BondGraph;
  parameter Real E = 10 "Effort of the source";
  BG.SE source(e0 = E);
  BG.Junction1 one1;
  BG.R R(r = 2);
  BG.Junction0 n1;
  BG.C C1(c = 1, e(start = 1, fixed = true));
  BG.Junction1 one2(n = 4);
  BG.C C2(c = 2, e(start = 0.4, fixed = true));
  BG.RSf RSf1;
  BG.Junction0 n2;
  BG.C C3(c = 3);
  BG.Junction1 one3(n = 4);
  BG.C C4(c = 4, e(start = 0.2, fixed = true));
  BG.C C5(c = 5);
  BG.RSf RSf2;
equation
  connect(source.bond, one1.bond[1]);
  connect(one1.bond[2], R.bond);
  connect(one1.bond[3], n1.bond[1]);
  connect(n1.bond[2], C1.bond);
  connect(n1.bond[3], one2.bond[1]);
  connect(one2.bond[2], n2.bond[1]);
  connect(one2.bond[3], C2.bond);
  connect(one2.bond[4], RSf1.bond);
  connect(n2.bond[2], C3.bond);
  connect(n2.bond[3], one3.bond[1]);
  connect(one3.bond[2], C5.bond);
  connect(one3.bond[3], C4.bond);
  connect(one3.bond[4], RSf2.bond);
  annotation(experiment(StopTime = 20));
end CNetwork;
