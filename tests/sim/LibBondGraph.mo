//! run --tolerance 1e-9 --stop 3
//! run --tolerance 1e-9 --stop 3 --method cvode
//! run --tolerance 1e-9 --stop 3 --method ida
//! expect v["coil.f"] = (1 - exp(-t))/2 within 1e-7
//! expect v["way.y"] = (t - 1 + exp(-t))/2 within 1e-7
//! expect v["speed.y"] = v["coil.f"] within 1e-10
//! expect v["capacitance.e"] = 1 - exp(-t) within 1e-7
//! expect v["impulse.y"] = t - 1 + exp(-t) within 1e-7
//! expect v["level.y"] = 1 - exp(-t) within 1e-7
//! expect v["twist.e1"] = cos(t)**2/3 within 1e-9
//! expect v["load.e"] = cos(t) within 1e-9
//! expect v["ratio.f1"] = sin(t)/4/(2 + t)**2 within 1e-9
//! expect v["brake.e"] = sin(t)/(2 + t) within 1e-9
//! expect v["pump.e"] = -6 within 1e-9
//! expect v["pipe[1].f"] = -1.5 within 1e-9
//! expect v["pipe[2].f"] = -0.5 within 1e-9
model LibBondGraph "Every element against its formula"
  import BG = Kron.BondGraph;
  // A coil of inertance 2 and a resistance of 2 behind a step of 1
  BG.SE step(e0 = 1);
  BG.Junction1 series(n = 5);
  BG.R coilR(r = 2);
  BG.I coil(i = 2, f(start = 0, fixed = true));
  BG.FlowSensor speed;
  BG.DisplacementSensor way(y(start = 0, fixed = true));
  // A capacitance of 1/2 behind a gyrator of 2 is an inertance of 2
  BG.SE step2(e0 = 1);
  BG.Junction1 series2(n = 4);
  BG.R behind(r = 2);
  BG.GY gyrator(r = 2);
  BG.C capacitance(c = 0.5, e(start = 0, fixed = true));
  BG.EffortSensor level;
  BG.MomentumSensor impulse(y(start = 0, fixed = true));
  // Ratios that change
  BG.MSF feed(f0 = 1);
  BG.MGY twist(r = cos(time));
  BG.R load(r = 3);
  BG.MSE swing(e0 = sin(time));
  BG.MTF ratio(m = 2 + time);
  BG.R brake(r = 4);
  // Both directions at a 1-junction: the flow of the pump runs against the bonds to two resistances,
  // of which the second takes a quarter by a 0-junction
  BG.SF pump(f0 = -2);
  BG.Junction1 back(n = 2, direction = {-1, 1});
  BG.Junction0 split;
  BG.R pipe[2](r = {4, 12});
  // The sinks change nothing
  BG.RSf sinkF;
  BG.RSe sinkE;
equation
  connect(step.bond, series.bond[1]);
  connect(series.bond[2], coilR.bond);
  connect(series.bond[3], coil.bond);
  connect(coil.bond, sinkE.bond);
  connect(series.bond[4], speed.bond);
  connect(series.bond[5], way.bond);
  connect(step2.bond, series2.bond[1]);
  connect(series2.bond[2], behind.bond);
  connect(series2.bond[3], gyrator.a);
  connect(gyrator.b, capacitance.bond);
  connect(capacitance.bond, level.bond);
  connect(capacitance.bond, impulse.bond);
  connect(feed.bond, twist.a);
  connect(twist.b, load.bond);
  connect(swing.bond, ratio.a);
  connect(ratio.b, brake.bond);
  connect(series2.bond[4], sinkF.bond);
  connect(pump.bond, back.bond[1]);
  connect(back.bond[2], split.bond[1]);
  connect(split.bond[2], pipe[1].bond);
  connect(split.bond[3], pipe[2].bond);
end LibBondGraph;
