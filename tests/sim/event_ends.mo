//! run --stop 1 --tolerance 1e-10 --method cvode
//! run --stop 1 --tolerance 1e-10 --method ida --intervals 7
//! run --stop 1 --tolerance 1e-10 --method rk45
//! run --stop 1 --tolerance 1e-10 --method auto --intervals 1
//! final k = 1 within 0
//! final s = 5 within 0
//! final begun = 1 within 0
//! final first = 1 within 0
//! events time=4
model event_ends "Time events at the start and at the stop time"
  Real x(start = 0, fixed = true);
  Integer k(start = 0, fixed = true), s(start = 0, fixed = true);
  Boolean begun(start = false, fixed = true), first(start = false, fixed = true);
equation
  der(x) = 1;
  when time >= 1 then
    k = pre(k) + 1;
  end when;
  when sample(0, 0.25) then
    s = pre(s) + 1;
  end when;
  when x > 0 then
    first = true;
  end when;
  when initial() then
    begun = true;
  end when;
end event_ends;
