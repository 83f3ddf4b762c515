//! run --stop 20 --tolerance 1e-10 --method cvode
//! run --stop 20 --tolerance 1e-10 --method ida --intervals 7
//! run --stop 20 --tolerance 1e-10 --method rk45
//! run --stop 20 --tolerance 1e-10 --method auto --intervals 1
//! expect te = 0 if n == 0 else 0.5 + (n - 1)//2*4/3 + (n - 1) % 2/3 within 1e-8
//! expect x = (2 - 3*(t - te) if n % 2 else (1 + t - te if n else 1.5 + t)) within 1e-8
//! final n = 30 within 0
model event_hysteresis "Between 1 and 2, up with slope 1 and down with -3"
  Real x(start = 1.5, fixed = true);
  Boolean up(start = true, fixed = true);
  Integer n(start = 0, fixed = true);
  discrete Real te(start = 0, fixed = true);
equation
  der(x) = if up then 1 else -3;
  up = if pre(up) then x < 2 else x <= 1;
  when change(up) then
    n = pre(n) + 1;
    te = time;
  end when;
end event_hysteresis;
