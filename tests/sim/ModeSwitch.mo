//! run --stop 3
//! run --stop 3 --method ida
//! expect i1 = (0.1 if sin(5*t) > 0 else 0) if abs(sin(5*t)) > 1e-6 else i1 within 1e-9
//! expect v2 = (u if t > 1 and t < 2 else 0) if abs(t - 1) > 1e-6 and abs(t - 2) > 1e-6 else v2 within 1e-9
model ModeSwitch "Ideal switches that leave as many constraints in each mode are accepted"
  Real v1, i1, vr, u(start = 1, fixed = true), v2, i2, t(start = 0, fixed = true);
equation
  der(t) = 1;
  if sin(5*t) > 0 then
    v1 = 0;
  else
    i1 = 0;
  end if;
  1 = v1 + vr;
  vr = 10*i1;
  if time < 1 then
    v2 = 0;
  elseif time < 2 then
    i2 = 0;
  else
    v2 = 0;
  end if;
  u = v2 + 0.1*i2;
  der(u) = 1 - u - i2;
end ModeSwitch;
