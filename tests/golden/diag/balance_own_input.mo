connector In = input Real;
connector Out = output Real;
block Amp
  In u;
  Out y;
equation
  y = 3*u;
  u = 5;
end Amp;
block Ramp
  Out y;
equation
  y = time;
end Ramp;
model M
  Ramp ramp;
  Amp amp;
equation
  connect(ramp.y, amp.u);
end M;
