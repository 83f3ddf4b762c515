//! run --stop 1.05 --interval 0.1
//! run --stop 1.05 --interval 0.1 --method ida
//! final n = 10 within 0
//! final k = 1 within 0
//! final y = 0.6 within 1e-9
//! final long = 1 within 0
//! final swapped = 1 within 0
//! final changes = 5 within 0
//! final ticks = 1 within 0
//! final joined = 1 within 0
model StringEvents "pre, change and previous of Strings"
  String s(start = "a"), t(start = "x"), w, u(start = "a"), v[2](start = {"p", "q"}), c(start = "");
  Boolean b, joined = pre(w) == "y" and w == "y", ticks = c == "......", long, swapped;
  Integer n(start = 0), k(start = 0), changes(start = 0);
  discrete Real y(start = 0);
equation
  when {time > 0.3, time > 0.6} then
    s = pre(s) + "b";
    n = if pre(s) == "ab" then 10 else pre(n) + 1;
  end when;
  t = if time < 0.5 then "x" else "y";
  b = change(s);
  when change(t) then
    k = pre(k) + 1;
  end when;
  w = pre(t);
  when b then
    y = time;
  end when;
  when Clock(2, 10) then
    c = previous(c) + ".";
  end when;
  long = u == "abbbbb";
  swapped = v[1] == "qpqpqqpq" and v[2] == "pqqpqqpqpqqpq";
algorithm
  when sample(0.2, 0.2) then
    u := pre(u) + "b";
    if change(u) then
      changes := pre(changes) + 1;
    end if;
  end when;
algorithm
  when sample(0.2, 0.2) then
    v[1] := pre(v[2]);
    v[2] := pre(v[1]) + v[1];
  end when;
end StringEvents;
