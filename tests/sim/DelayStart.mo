//! run --stop 1 --interval 0.25
//! expect y = 0.7390851332151607 within 1e-9
//! expect a = 16/7 within 1e-9
//! expect b = 18/7 within 1e-9
//! expect w = 3 within 1e-12
//! expect z = 0.7390851332151607 within 1e-8
//! expect p = 16/7 within 1e-8
//! expect k = 4 within 0
model DelayStart "At the start delay(x, T) is x: loops through delays are solved there"
  Real y(start = 0.5), a, b, w(start = 3, fixed = true), z(start = 0.5), p, q;
  Integer k(start = 4, fixed = true);
equation
  y = cos(delay(y, 0.2));
  a = 1 + 0.5*delay(b, 0.3);
  b = 2 + 0.25*delay(a, 0.1);
  w = delay(w, 0.4);
  k = integer(delay(k, 0.3));
algorithm
  z := cos(delay(z, 0.2));
algorithm
  p := 1 + 0.5*delay(q, 0.3);
  q := 2 + 0.25*p;
end DelayStart;
