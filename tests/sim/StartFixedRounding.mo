//! run --stop 1
//! expect z = 1 within 0
//! expect x = exp(-t) within 1e-5
model StartFixedRounding "Fixed start values that somebody has computed mean what the equations give"
  constant Real pi = 3.141592653589793;
  Real x(start = 1, fixed = true), y(start = sin(2*pi), fixed = true), v(start = -1.7e-15, fixed = true), z;
equation
  der(x) = -x;
  y = 0;
  v = der(y);
  z = 1 + y + v;
end StartFixedRounding;
