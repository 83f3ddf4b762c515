//! run
//! final x = 3 within 1e-9
//! final t = 3 within 1e-9
model ExperimentInherited "What its experiment does not say the base classes' experiments say"
  model Short
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
    annotation(experiment(StopTime = 2, Interval = 0.5));
  end Short;
  model Tight
    extends Short;
    annotation(experiment(StopTime = 3));
  end Tight;
  extends Tight;
  annotation(experiment(Tolerance = 1e-9));
end ExperimentInherited;
