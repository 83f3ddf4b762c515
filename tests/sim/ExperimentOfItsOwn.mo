//! run
//! quiet
//! final x = 3 within 1e-9
//! final t = 3 within 1e-9
//! expect x = t within 1e-9
model ExperimentOfItsOwn "Its StopTime lies before the StartTime of the base class, which does not count beside it"
  model Late
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
    annotation(experiment(StartTime = 10, StopTime = 20, Interval = 5));
  end Late;
  extends Late;
  annotation(experiment(StopTime = 3));
end ExperimentOfItsOwn;
