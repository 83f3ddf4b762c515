//! run --stop 1
//! expect w = t - 0.5 within 1e-6
//! expect tau = 0 within 1e-12
//! expect late = (1 if t > 0.6 else late) within 1e-12
model PoleUneven "A divisor passes through 0 where the dividend is 0; what grows beside it, unevenly, stays bounded"
  Real w(start = -0.5, fixed = true) "speed";
  Real x(start = 1, fixed = true);
  Real power = max(0, -x) "no wind";
  Real tau "power = tau*w";
  Real narrow[8] = {exp(-abs(noEvent(w))/(1e-13*4^k)) for k in 1:8} "grows to 1, and no farther";
  Real late = if time > 0.6 then 1 else 0;
equation
  der(w) = 1;
  der(x) = -0.1*x;
  power = tau*w;
end PoleUneven;
