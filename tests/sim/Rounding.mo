//! run --stop 7
//! run --stop 7 --method ida
//! expect d = int(x/2) if abs(x/2 - round(x/2)) > 1e-6 else d within 0
//! expect f = i within 0
//! expect i = floor(x) if abs(x - round(x)) > 1e-6 else i within 0
//! expect m = x - 3*floor(x/3) if abs(x/3 - round(x/3)) > 1e-6 else m within 1e-9
//! expect r = fmod(x, 3) if abs(x/3 - round(x/3)) > 1e-6 else r within 1e-9
//! expect c = ceil(x) if abs(x - round(x)) > 1e-6 else c within 0
//! expect sg = (x > 0) - (x < 0) if abs(x) > 1e-6 else sg within 0
//! expect x = t - 3.25 within 1e-12
model Rounding "div, mod, rem, ceil, floor, integer, sign change their values at events"
  Real x = time - 3.25;
  Real d = div(x, 2), m = mod(x, 3), r = rem(x, 3), c = ceil(x), f = floor(x);
  Integer i = integer(x);
  Real sg = sign(x);
end Rounding;
