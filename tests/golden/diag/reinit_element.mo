// An element that is chosen during the run: only algorithms can say so, and all elements must be
// states.
model ReinitElement
  Real x(start = 0, fixed = true);
  Real y[2](each start = 0, each fixed = true);
  Real z[2];
  Integer i = if x > 0.2 then 2 else 1;
equation
  der(x) = 1;
  der(y) = {1, 2};
  z = {x, 2*x};
  when time > 0.5 then
    reinit(y[i], 3);
  end when;
algorithm
  when time > 0.6 then
    reinit(z[i], 3);
  end when;
end ReinitElement;
