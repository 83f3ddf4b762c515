//! run --stop 1.1 --tolerance 1e-10 --method cvode
//! run --stop 1.1 --tolerance 1e-10 --method ida --intervals 7
//! run --stop 1.1 --tolerance 1e-10 --method rk45
//! run --stop 1.1 --tolerance 1e-10 --method auto --intervals 1
//! run --stop 1.1 --tolerance 1e-10 --intervals 11
//! run --stop 1.1 --tolerance 1e-10 --intervals 55 --method rk45
//! expect te = 0.2*n within 1e-8
//! final n = 5 within 0
//! events state=5 time=0
model event_points "Crossings at output points"
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  discrete Real te(start = 0, fixed = true);
equation
  der(x) = 1;
  when x >= 0.2*(pre(n) + 1) then
    n = pre(n) + 1;
    te = time;
  end when;
end event_points;
