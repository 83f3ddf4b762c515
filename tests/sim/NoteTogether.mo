//! run --stop 10
//! stderr level < -0.5 (
//! stderr and level > 0.5 (
//! stderr became true, but never at the same time, so nothing happened in their `when`
//! never other >
model NoteTogether "Conditions that exclude each other, and those of which one becomes true while the other is"
  Real level(start = 0, fixed = true), other(start = 0, fixed = true);
  Boolean fill(start = true, fixed = true), seen(start = false, fixed = true);
equation
  der(level) = if fill then 1 else -2;
  der(other) = 1;
  when level > 2 then
    fill = false;
  elsewhen level < -0.5 and level > 0.5 then
    fill = true;
  end when;
  when other > 1 and other > 3 then
    seen = true;
  end when;
end NoteTogether;
