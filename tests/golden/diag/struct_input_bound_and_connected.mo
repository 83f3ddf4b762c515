connector In = input Real;
connector Out = output Real;
block Step Out y; equation y = if time < 1 then 0 else 1; end Step;
block Lag
  In u;
  Real x(start = 0, fixed = true);
equation
  der(x) = u - x;
end Lag;
model M
  Step step;
  Lag lag(u = 5);
equation
  connect(step.y, lag.u);
end M;
