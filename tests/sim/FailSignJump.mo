//! run --stop 5
//! run --stop 5 --method bdf
//! status 3
//! stderr `sign(v)` in m*der(v) = -Fc*sign(v) (
//! stderr FailSignJump.mo:13), makes no event
//! stderr model the rest there as a state of its own
// Dry friction by `sign`, which makes no event: the velocity is driven back to 0 from both sides.
model FailSignJump
  parameter Real Fc = 2;
  parameter Real m = 1;
  Real v(start = 1, fixed = true);
equation
  m*der(v) = -Fc*sign(v);
end FailSignJump;
