connector RealOutput = output Real;
connector RealInput = input Real;
block Step
  RealOutput y = time;
end Step;
block Gain
  RealInput u;
  RealOutput y = 2*u;
end Gain;
model A
  Step step;
  Gain gain[2];
  Real a = 1, b;
equation
  connect(step, gain[1].u);
  connect(step.y, gain.u);
  connect(a, b);
end A;
