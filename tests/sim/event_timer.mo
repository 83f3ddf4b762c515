//! run --stop 10.5 --tolerance 1e-10 --method cvode
//! run --stop 10.5 --tolerance 1e-10 --method ida --intervals 7
//! run --stop 10.5 --tolerance 1e-10 --method rk45
//! run --stop 10.5 --tolerance 1e-10 --method auto --intervals 1
//! expect te = n within 1e-9
//! expect tj = j + 0.25 if j else 0 within 1e-9
//! final n = 10 within 0
//! final j = 10 within 0
model event_timer "Each reset starts a timer of a quarter of a second"
  Real x(start = 0, fixed = true);
  discrete Real te(start = 0, fixed = true), tj(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), j(start = 0, fixed = true);
equation
  der(x) = 1;
  when x >= 1 then
    reinit(x, 0);
    n = pre(n) + 1;
    te = time;
  end when;
  when time >= te + 0.25 and n > 0 then
    j = pre(j) + 1;
    tj = time;
  end when;
end event_timer;
