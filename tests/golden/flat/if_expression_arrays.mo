// if-expressions with arrays and records; a structural condition chooses the size.
record R
  Real a, b;
end R;
model M
  parameter Boolean big = true;
  parameter Real v[:] = if big then {1, 2, 3} else {4};
  Real x[2] = if time < 1 then {1, 2} else {3, 4};
  R r = if time < 1 then R(1, 2) else R(3, 4);
  Real y = sum(v);
end M;
// parameter Real v[3] = if big then {1, 2, 3} else {4} (or {1, 2, 3}); x, r.a = if time < 1 then 1 else 3, r.b likewise
