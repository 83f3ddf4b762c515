//! run --stop 1
//! expect z = (20 if t > 0.5 else 10) if abs(t - 0.5) > 1e-9 else z within 0
//! expect e = 3 within 0
model BooleanSubscript "arrays indexed by Boolean and enumeration values that vary"
  type Mode = enumeration(off, low, high);
  parameter Real level[Boolean] = {10, 20};
  parameter Real speed[Mode] = {1, 2, 3};
  Mode mode = if time < 2 then Mode.high else Mode.low;
  Real z = level[time > 0.5];
  Real e = speed[mode];
end BooleanSubscript;
