//! run --stop 1 --tolerance 1e-10 --method cvode
//! run --stop 1 --tolerance 1e-10 --method ida --intervals 7
//! run --stop 1 --tolerance 1e-10 --method rk45
//! run --stop 1 --tolerance 1e-10 --method auto --intervals 1
//! expect te = 0.5 if n else 0 within 1e-8
//! expect n + m + q + last = 4*n within 0
//! final n = 1 within 0
//! events state=1 time=0
model event_together "Three relations cross at once; their events trigger another, and that one more"
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true), q(start = 0, fixed = true);
  Integer last(start = 0, fixed = true);
  discrete Real te(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 then
    n = pre(n) + 1;
    te = time;
  end when;
  when 2*x > 1 then
    m = pre(m) + 1;
  end when;
  when n > 0 and m > 0 and 1 - x < 0.5 then
    q = pre(q) + 1;
  end when;
  when q > pre(q) then
    last = pre(last) + 1;
  end when;
end event_together;
