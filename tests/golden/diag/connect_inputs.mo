connector In = input Real;
connector Out = output Real;
block Source
  Out y = time;
end Source;
block Gain
  In u;
  Out y = 2*u;
end Gain;
model M
  Source source;
  Gain first, second;
equation
  connect(source.y, first.u);
  connect(first.u, second.u);
end M;
