//! run --stop 20 --tolerance 1e-10 --method cvode
//! run --stop 20 --tolerance 1e-10 --method ida --intervals 7
//! run --stop 20 --tolerance 1e-10 --method rk45
//! run --stop 20 --tolerance 1e-10 --method auto --intervals 1
//! expect te = n*pi/7 within 1e-8
//! final n = 44 within 0
model event_many "Crossings much denser than steps and output points: every pi/7"
  Real s(start = 0, fixed = true);
  Boolean positive(start = true, fixed = true) = sin(7*s) >= 0;
  Integer n(start = 0, fixed = true);
  discrete Real te(start = 0, fixed = true);
equation
  der(s) = 1;
  when change(positive) then
    n = pre(n) + 1;
    te = time;
  end when;
end event_many;
