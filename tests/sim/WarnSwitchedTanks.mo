//! run --stop 10
//! stderr events come in ever shorter intervals: x2 < 0.2 (
//! stderr or let a least time lie between two of them
// A pump that serves two tanks in turn and is too weak for both: the switches accumulate, two conditions in turn, each
// of which becomes true and false again.
model WarnSwitchedTanks
  Real x1(start = 1, fixed = true), x2(start = 1, fixed = true);
  Boolean first(start = true, fixed = true);
equation
  der(x1) = (if first then 0.75 else 0) - 0.5;
  der(x2) = (if first then 0 else 0.75) - 0.5;
  when x2 < 0.2 then
    first = false;
  elsewhen x1 < 0.2 then
    first = true;
  end when;
end WarnSwitchedTanks;
