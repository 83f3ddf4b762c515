//! run --stop 3600
//! status 3
//! stderr Ta = 5, on = false, der(T) = -0.01
//! stderr with on = T > Thigh or pre(on) and T > Tlow (
model FailSwitchDriven
  parameter Real Tlow = 18, Thigh = 22, P = 3000, C = 2e4, G = 40, Ta = 5;
  Real T(start = 20, fixed = true);
  Boolean on(start = false, fixed = true);
equation
  on = T > Thigh or pre(on) and T > Tlow;
  C*der(T) = (if on then P else 0) - G*(T - Ta);
  assert(T > 10, "too cold for the plants");
end FailSwitchDriven;
