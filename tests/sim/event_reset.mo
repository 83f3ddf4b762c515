//! run --stop 10.01 --tolerance 1e-10 --method cvode
//! run --stop 10.01 --tolerance 1e-10 --method ida --intervals 7
//! run --stop 10.01 --tolerance 1e-10 --method rk45
//! run --stop 10.01 --tolerance 1e-10 --method auto --intervals 1
//! expect te = sqrt(2*n) within 1e-9
//! final n = 50 within 0
model event_reset "The integral of time begins anew at 1"
  Real x(start = 0, fixed = true), s(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  discrete Real te(start = 0, fixed = true);
equation
  der(s) = 1;
  der(x) = s;
  when x >= 1 then
    reinit(x, 0);
    n = pre(n) + 1;
    te = time;
  end when;
end event_reset;
