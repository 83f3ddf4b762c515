//! run --stop 7200
//! stderr T > 21
//! stderr is false in the whole run, and keeps itself so: while it is true
//! final T = 273.15 - 273.15 + 15*exp(-7200*4e-4) within 1e-5
model WarnHoldsItself "A thermostat that heats when it is warm"
  Real T(start = 15, fixed = true);
  Boolean on(start = false, fixed = true);
equation
  on = T > 21 or pre(on) and T > 19;
  der(T) = -4e-4*T + (if on then 0.02 else 0);
end WarnHoldsItself;
