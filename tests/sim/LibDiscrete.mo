//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["sampler.y"] = floor(t/0.5 + 1e-9)*0.5 if abs(t/0.5 - round(t/0.5)) > 1e-6 else v["sampler.y"] within 1e-9
//! expect v["hold.y"] = floor(t/0.5 + 1e-9)*0.5 if abs(t/0.5 - round(t/0.5)) > 1e-6 else v["hold.y"] within 1e-9
//! expect v["old.y"] = (floor(t/0.5)*0.5 - 0.5 if t > 0.5 else -1) if abs(t/0.5 - round(t/0.5)) > 1e-6 else v["old.y"] within 1e-9
//! expect v["filter.y"] = 1 - 0.5**(floor(t/0.5) + 1) if abs(t/0.5 - round(t/0.5)) > 1e-6 else v["filter.y"] within 1e-9
//! expect v["pi.y"] = 2*(1 + floor(t/0.5)*0.5/4) if abs(t/0.5 - round(t/0.5)) > 1e-6 else v["pi.y"] within 1e-9
//! final v["limited.I"] = 2*0.5/4*4 within 1e-9
//! events state=0 time=10
model LibDiscrete "Sampled blocks with a period of 0.5 s"
  import Kron.Blocks.Discrete.*;
  Sampler sampler(period = 0.5, u = time);
  ZeroOrderHold hold(period = 0.5, u = time);
  UnitDelay old(period = 0.5, y_start = -1, u = time);
  SampledTransferFunction filter(period = 0.5, b = {0.5, 0}, a = {1, -0.5}, u = 1) "Half of the way at every sample";
  SampledPI pi(period = 0.5, k = 2, T = 4, u = 1);
  SampledPI limited(period = 0.5, k = 2, T = 4, yMax = 2.8, u = 1);
  annotation(experiment(StopTime = 5.25));
end LibDiscrete;
