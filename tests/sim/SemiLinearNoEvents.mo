//! run --stop 3
//! run --stop 3 --method ida
//! events state=0 time=0
//! expect y = (2 - 2*t if t < 1 else 1 - t) within 1e-9
//! expect s = ((1 - t)/4 if t < 1 else 1 - t) within 1e-9
//! final z = -1 within 1e-4
model SemiLinearNoEvents "semiLinear is continuous: no events where it bends"
  Real x(start = 1, fixed = true), y = semiLinear(x, 2, 1), s(start = 0.5);
  Real z(start = 0, fixed = true);
equation
  semiLinear(s, 4, 1) = x "A system that bends";
  der(x) = -1;
  der(z) = y "1 up to time 1, then -2";
end SemiLinearNoEvents;
