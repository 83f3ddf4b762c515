//! run --stop 5
//! stderr level > 100 (
//! stderr never became true, so nothing happened in its `when`; at the end level = 2.5
//! stderr sin(10*level) > 1 (
//! never was true from the start on
//! never pre(step) == 2 (
//! never became true, but
//! final step = 1 within 0
model WhenPartNever "Conditions of which one part is never true, and one that a Boolean stands for"
  Integer step(start = 1, fixed = true), n(start = 0, fixed = true), k(start = 0, fixed = true);
  Real level(start = 0, fixed = true);
  Boolean light = sin(10*level) > 1;
equation
  der(level) = 0.5;
  when pre(step) == 1 and level > 100 then
    step = 2;
  elsewhen pre(step) == 2 and level > -1 then
    step = 3;
  end when;
  when light then
    n = pre(n) + 1;
  end when;
  when level > 1 then
    k = 1;
  end when;
end WhenPartNever;
