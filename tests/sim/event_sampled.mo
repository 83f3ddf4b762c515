//! run --stop 10 --tolerance 1e-10 --method cvode
//! run --stop 10 --tolerance 1e-10 --method ida --intervals 7
//! run --stop 10 --tolerance 1e-10 --method rk45
//! run --stop 10 --tolerance 1e-10 --method auto --intervals 1
//! expect te = 0.1*k within 4e-16
//! expect x = 0.8**(k - 1)*(1 - 2*(t - te)) if k else 1 within 1e-9
//! final k = 100 within 0
//! events state=0 time=100
model event_sampled "A sampled controller: no drift in 100 periods of 0.1"
  Real x(start = 1, fixed = true);
  discrete Real u(start = 0, fixed = true), te(start = 0, fixed = true);
  Integer k(start = 0, fixed = true);
equation
  der(x) = u;
  when sample(0.1, 0.1) then
    u = -2*x;
    k = pre(k) + 1;
    te = time;
  end when;
end event_sampled;
