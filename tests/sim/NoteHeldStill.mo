//! run --stop 2
//! stderr no state moves in the whole run: s = 0, v = 0 stay as at the start, although f changes (it was 
//! stderr is what holds them, as a friction, a brake or a stop, stronger than meant, or does that act on something else?
model NoteHeldStill "A friction that is never overcome"
  parameter Real F = 500, m = 2;
  Real s(start = 0, fixed = true), v(start = 0, fixed = true), f = 15*sin(10*time);
equation
  der(s) = v;
  m*der(v) = if abs(f) <= F then 0 else f - F*sign(f);
end NoteHeldStill;
