//! run --stop 1
//! stderr time >= pre(next) (
//! stderr was true from the start on: a `when` acts at the instant at which its condition becomes true, so nothing happened in it
//! never x > 0 (
//! never x > 0.7 (
model NoteAlways "A condition that is true from the start on; one that acts at the start, and one that becomes false, are not told"
  discrete Real next(start = 0, fixed = true), n(start = 0, fixed = true), k(start = 0, fixed = true);
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  when time >= pre(next) then
    next = time + 0.1;
  end when;
  when {initial(), x > 0} then
    n = pre(n) + 1;
  end when;
  when x > 0.7 then
    k = 1;
  end when;
end NoteAlways;
