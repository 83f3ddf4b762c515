//! run --stop 3
//! run --stop 3 --method cvode
//! expect x = 1 if abs(t - 1.50321) < 1e-9 else sin(t - 1.50321)/(t - 1.50321) within 1e-9
//! expect y = 2 within 1e-6
//! expect w = t - 1.50321 within 1e-9
//! expect a = 1 within 1e-6
//! expect b = 1 within 1e-6
model PoleRemovable "Divisors and a determinant pass through 0 where the quotients stay finite"
  Real x, y, z(start = 0, fixed = true), w, a, b, t, s;
equation
  der(t) = 1;
  s = time - 1.50321;
  x = sin(s)/s;
  s*y + z = z + 2*s;
  w = noEvent(if abs(s) < 1e-8 then s else s^2/s);
  s*a + (1 + z)*b = s + 1 + z;
  a + z*b = 1 + z;
  der(z) = 1 - z;
initial equation
  t = 0;
end PoleRemovable;
