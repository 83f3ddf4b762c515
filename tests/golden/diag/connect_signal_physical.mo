connector Flange
  Real phi;
  flow Real tau;
end Flange;
connector Signal = output Real;
model Inertia
  Flange flange;
equation
  der(flange.phi) = flange.tau;
end Inertia;
model Step
  Signal y = 1;
end Step;
model M
  Step step;
  Inertia inertia;
equation
  connect(step.y, inertia.flange);
end M;
