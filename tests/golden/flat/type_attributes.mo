// Types give attributes; further types, extends and declarations refine them; final unit may stay.
type Length = Real(final quantity = "Length", final unit = "m");
type Radius = Length(min = 0, nominal = 0.1);
type Count = Integer(min = 0, max = 10, start = 3);
type Named = String(start = "none");
type Flag = Boolean(start = true, fixed = true);
model M
  Radius r(max = 5, start = 1, displayUnit = "mm");
  Length l(stateSelect = StateSelect.prefer, fixed = true, start = 2);
  Count n;
  Flag f;
  parameter Named s = "abc";
equation
  r = time;
  der(l) = -10*r;
  when time > 1 then
    n = 4;
    f = false;
  end when;
end M;
// Real r(quantity = "Length", unit = "m", displayUnit = "mm", min = 0, max = 5, start = 1, nominal = 0.1);
// Real l(quantity = "Length", unit = "m", start = 2, fixed = true, stateSelect = StateSelect.prefer);
// Integer n(min = 0, max = 10, start = 3); Boolean f(start = true, fixed = true);
// parameter String s(start = "none") = "abc";
