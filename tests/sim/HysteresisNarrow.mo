//! run --stop 1 --tolerance 1e-5
//! run --stop 1 --tolerance 1e-5 --method bdf
//! final n = 16701 within 0
//! expect abs(x - 300) < 1.000001e-3 = 1 within 0
//! never hysteresis
model HysteresisNarrow "A hysteresis of the model's own that is narrow against its level and the tolerance stays as it is: up at 1000 and down at 500 a second between two limits takes 6 microseconds; so fast for a twentieth of the run"
  parameter Real a = 1e-3, rate = 1000, T0 = 300;
  Real x(start = T0, fixed = true);
  Integer n(start = 0, fixed = true);
  Boolean up(start = true, fixed = true);
equation
  der(x) = if time > 0.050103 then 0 else if up then rate else -0.5*rate;
  up = x < T0 - a or pre(up) and x < T0 + a;
  when change(up) then
    n = pre(n) + 1;
  end when;
end HysteresisNarrow;
