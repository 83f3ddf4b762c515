//! run --stop 10
//! stderr this changes nothing: `locked` is false from the start on, and no `when` gives it another value
//! never `kept` is
//! final w = 10 - 2*10 within 1e-6
model WarnUnchanging "A clutch that never locks"
  Real w(start = 10, fixed = true);
  Boolean locked(start = false, fixed = true), kept(start = false, fixed = true);
equation
  der(w) = if locked then 0 else -2;
  when w <= 0 then
    locked = false;
  end when;
  when w <= 5 then
    kept = true;
  elsewhen w <= 3 then
    kept = false;
  end when;
end WarnUnchanging;
