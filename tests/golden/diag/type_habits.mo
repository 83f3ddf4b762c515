model M
  type Mode = enumeration(off, on);
  parameter Mode m = Mode.on;
  parameter Boolean b = "true";
  Real x = if m == "on" then 1 else 0;
  Real y = max(1, time, 3);
  Boolean c = x and true;
end M;
