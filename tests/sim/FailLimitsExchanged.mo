//! run --stop 50
//! status 3
//! stderr where Ton = 22, Toff = 20, T = 20
//! stderr of a hysteresis the limits may be exchanged
model FailLimitsExchanged
  parameter Real Ton = 22, Toff = 20;
  Real T(start = 15, fixed = true);
  Boolean on(start = true, fixed = true);
equation
  on = if pre(on) then not T > Toff else T < Ton;
  der(T) = (if on then 2 else 0) - 0.1*(T - 10);
end FailLimitsExchanged;
