//! run --stop 3.9 --tolerance 1e-10 --method cvode
//! run --stop 3.9 --tolerance 1e-10 --method ida --intervals 7
//! run --stop 3.9 --tolerance 1e-10 --method rk45
//! run --stop 3.9 --tolerance 1e-10 --method auto --intervals 1
//! expect te = (1 + 8*(1 - 0.8**(n - 1)))*sqrt(2/9.81) if n > 0 else 0 within 1e-8
//! expect h = -9.81/2*(t - te)**2 + (1 if n == 0 else 0.8**n*sqrt(2*9.81)*(t - te)) within 1e-7
//! final n = 14 within 0
model event_ball "A ball that loses a fifth of its speed at each bounce"
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  discrete Real te(start = 0, fixed = true) "time of the last bounce";
equation
  der(h) = v;
  der(v) = -9.81;
  when h <= 0 then
    reinit(v, -0.8*pre(v));
    n = pre(n) + 1;
    te = time;
  end when;
end event_ball;
