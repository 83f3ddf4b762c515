//! run --stop 200
//! status 3
//! stderr at time 48: assertion failed: the subscript `phase` of `dur` is outside 1 .. 4
//! stderr in next = time + dur[phase]
//! stderr `phase` is 0 by phase = mod(pre(phase) + 1, 4) (
model FailSubscriptWhen "A subscript in a when clause is checked where the clause acts: the first row was taken in silence"
  parameter Real dur[4] = {20, 3, 25, 2};
  Integer phase(start = 1, fixed = true);
  Real next(start = 20, fixed = true);
equation
  when time >= pre(next) then
    phase = mod(pre(phase) + 1, 4);
    next = time + dur[phase];
  end when;
end FailSubscriptWhen;
