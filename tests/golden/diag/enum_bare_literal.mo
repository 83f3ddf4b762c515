type Start = enumeration(None, Fixed, Steady);
model Tank
  parameter Start start = Start.None;
  Real x(start = 1, fixed = true);
equation
  der(x) = if start == Start.Fixed then 0 else -x;
end Tank;
model M
  type Mode = enumeration(Open, Closed);
  Tank tank(start = Steady);
  Mode mode = if time < 1 then Open else Mode.Closed;
end M;
