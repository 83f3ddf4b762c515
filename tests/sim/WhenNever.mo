//! run --stop 5
//! stderr x > xmax (
//! stderr never became true, so nothing happened in its `when`; at the end xmax = 20, x = 0.993
//! never x > 0.5
//! never x > 0.3
//! never too large
//! final n = 1 within 0
model WhenNever "Of limits that are not reached a note, not of those that a reinit takes back, nor of what ends a run"
  parameter Real xmax = 20;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  Boolean off(start = false, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1 - x;
  der(y) = 1;
  when x > xmax then
    off = true;
  end when;
  when x > 0.5 then
    n = pre(n) + 1;
  end when;
  when y > 0.3 then
    reinit(y, 0);
  end when;
  when x > 30 then
    terminate("too large");
  end when;
end WhenNever;
