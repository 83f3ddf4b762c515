//! run --stop 3 --tolerance 1e-10 --method cvode
//! run --stop 3 --tolerance 1e-10 --method ida --intervals 7
//! run --stop 3 --tolerance 1e-10 --method rk45
//! expect x = max(t - 0.7, 0) if t < 1.2 else 0.5 - 2*(t - 1.2) if t < 2 else -1.1 within 1e-8
//! expect y = (t - 0.2 - 0.1*t)**2 if 0.9*t > 0.2 else 0 within 1e-6
//! expect te = 0 if n == 0 else 0.7 if n == 1 else 1.2 if n == 2 else 2 within 1e-8
//! final n = 3 within 0
model event_delay "Jumps come out of a delay as events; a delay that varies"
  Real u = if time < 0.3 then 0 elseif time < 0.8 then 1 elseif time < 1.6 then -2 else 0;
  Real d = delay(u, 0.4);
  Real x(start = 0, fixed = true);
  Real y = delay(time^2, 0.2 + 0.1*time, 1);
  Integer n(start = 0, fixed = true);
  discrete Real te(start = 0, fixed = true);
equation
  der(x) = d;
  when {d > 0.5, d < -1, d > -1} then
    n = pre(n) + 1;
    te = time;
  end when;
end event_delay;
