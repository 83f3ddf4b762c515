//! run --stop 2
//! expect rises = rises if t == 1 else 1 + (t > 1) within 0
//! expect lasts = lasts if t == 1 else (t > 1) within 0
//! expect falls = 0 within 0
model BeforeStart "A condition and its opposite are both false before the start"
  Boolean a = time >= 1, b = not a, last;
  Integer rises(start = 0, fixed = true) "edges of a and of b";
  Integer falls(start = 0, fixed = true) "edges of not a, which is false before the start only";
  Integer lasts;
initial equation
  pre(a) = false;
  pre(b) = false;
equation
  last = pre(a);
  lasts = if last then 1 else 0;
  rises = pre(rises) + (if edge(a) then 1 else 0) + (if edge(b) then 1 else 0);
  falls = pre(falls) + (if edge(a) and edge(b) then 1 else 0);
end BeforeStart;
