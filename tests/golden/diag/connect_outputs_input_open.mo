connector In = input Real;
connector Out = output Real;
block Gain
  In u;
  Out y;
equation
  y = 2*u;
end Gain;
block Ramp
  Out y = time;
end Ramp;
model M
  Ramp ramp;
  Gain gain;
equation
  connect(ramp.y, gain.y);
end M;
