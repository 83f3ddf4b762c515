//! run --stop 2 --tolerance 1e-10 --method cvode
//! run --stop 2 --tolerance 1e-10 --method ida --intervals 7
//! run --stop 2 --tolerance 1e-10 --method rk45
//! run --stop 2 --tolerance 1e-10 --method auto --intervals 1
//! expect enter = 0.4999 if n > 0 else 0 within 1e-8
//! final leave = 0.5001 within 1e-8
//! final n = 1 within 0
//! final touched = 0 within 0
//! events state=2 time=0
model event_graze "Two crossings 2e-4 apart in one step; a parabola that misses zero by 1e-12"
  Real s(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  Boolean touched(start = false, fixed = true);
  discrete Real enter(start = 0, fixed = true), leave(start = 0, fixed = true);
equation
  der(s) = 1;
  when (s - 0.5)^2 < 1e-8 then
    n = pre(n) + 1;
    enter = time;
  end when;
  when (s - 0.5)^2 > 1e-8 then
    leave = time;
  end when;
  when (s - 1.5)^2 + 1e-12 < 0 then
    touched = true;
  end when;
end event_graze;
