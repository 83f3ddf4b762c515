//! run --stop 100 --max-step 1
//! stderr time >= pre(next) (
//! stderr `next` is
//! stderr where Ts = 0.0001
// Instants that follow each other too soon: the condition and the parameter between them are named.
model WarnPaceByNext
  parameter Real Ts = 1e-4;
  discrete Real next(start = Ts, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  when time >= pre(next) then
    next = pre(next) + Ts;
    n = pre(n) + 1;
  end when;
end WarnPaceByNext;
