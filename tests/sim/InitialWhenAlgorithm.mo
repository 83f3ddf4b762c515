//! run --stop 1
//! expect s = 7 + (t > 0.5) within 0
//! final v["q[1]"] = 8 within 0
//! final v["q[2]"] = 9 within 0
//! expect r = 7.5 + (t > 0.3) within 0
//! expect y = t within 1e-12
//! events state=3 time=0
// Variables that only a `when` of an algorithm assigns, beside statements that always count: what they are at the
// start is for initial equations to say, as with a `when` in equations.
function next
  input Integer q[2];
  output Real r;
  output Integer n[2];
algorithm
  n := {q[2], q[1] + 1};
  r := q[1] + 0.5;
end next;

model InitialWhenAlgorithm
  Integer s, q[2];
  discrete Real r;
  Real y;
  Boolean b;
initial algorithm
  s := 7;
  q := {7, 8};
  (r, q) := next(q);
algorithm
  y := time;
  when time > 0.5 then
    s := pre(s) + 1;
  end when;
algorithm
  b := false;
  for i in 1:2 loop
    if time > 0.3*i then
      b := true;
    end if;
  end for;
  when b then
    (r, q) := next(pre(q));
  end when;
end InitialWhenAlgorithm;
