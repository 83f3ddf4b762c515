//! run --stop 20
//! stderr x has grown to
//! stderr u is held between events
//! final r = 1 within 1e-6
model WarnSampledSwing "A sampled loop whose factor from sample to sample is exp(-1) - 3*(1 - exp(-1)) = -1.53"
  Real x(start = 1, fixed = true), r = if time < 19.9999 then 1 else abs(x)/(3*(1 - exp(-1)) - exp(-1))^20;
  discrete Real u(start = 0, fixed = true);
equation
  der(x) = u - x;
  when sample(0, 1) then
    u = -3*x;
  end when;
end WarnSampledSwing;
