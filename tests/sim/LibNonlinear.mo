//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["limiter.y"] = max(-0.5, min(1, 2*sin(t))) within 1e-7
//! expect v["moving.y"] = max(-1, min(0.5 + t/10, 2*sin(t))) within 1e-7
//! expect v["dead.y"] = max(2*sin(t) - 1, 0) + min(2*sin(t) + 0.5, 0) within 1e-7
//! expect v["stairs.y"] = 0.25*floor(t/0.25 + 0.5) if abs((t/0.25 + 0.5) % 1 - 0.5) < 0.499 else v["stairs.y"] within 1e-12
//! expect v["slew.y"] = 2*t if t < 1.4 else v["slew.y"] within 1e-7
//! expect v["slew.y"] = 3 - (t - 4) if 4.01 < t < 6 else v["slew.y"] within 1e-4
//! expect v["late.y"] = sin(max(t - 0.5, 0)) within 1e-6
//! final v["slew.y"] = 0 within 1e-6
model LibNonlinear "Limits, dead zone, stairs, slew rate and delay"
  import Kron.Blocks.Nonlinear.*;
  Real u = 2*sin(time);
  Limiter limiter(uMax = 1, uMin = -0.5, u = u);
  VariableLimiter moving(uMax = 0.5 + time/10, uMin = -1, u = u);
  DeadZone dead(uMax = 1, uMin = -0.5, u = u);
  Quantizer stairs(q = 0.25, u = time);
  SlewRateLimiter slew(rising = 2, falling = -1, T = 0.01, u = if time < 4 then 3 else 0);
  Delay late(T = 0.5, u = sin(time));
  annotation(experiment(StopTime = 8));
end LibNonlinear;
