//! run --stop 1 --tolerance 1e-9
//! run --stop 1 --tolerance 1e-9 --method ida
//! expect (t - y - 0.05 if t > 0.051 else 0) = 0 within 0.050001
//! expect x = t**2/2 within 1e-7
//! final  n = 10 within 0
//! final  y = 0.95 within 1e-9
//! events time=10 state=0
model Sampler "Sampled at 0.05, 0.15 .. 0.95"
  Real x(start = 0, fixed = true);
  discrete Real y(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = time;
  when sample(0.05, 0.1) then
    y = time;
    n = pre(n) + 1;
  end when;
end Sampler;
