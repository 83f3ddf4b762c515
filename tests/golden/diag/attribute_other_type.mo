type Count = Integer(unit = "1");
type Mode = enumeration(off, on);
model M
  Count n(start = 1, min = 0) = 3;
  Boolean b(min = false, start = false, fixed = true) = true;
  Mode mode(max = Mode.on, nominal = 3) = Mode.off;
  String s(displayUnit = "bar", start = "") = "a";
  Real x(unbounded = true, nominal = 2, quantity = "q") = time;
end M;
