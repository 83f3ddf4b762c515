//! run --stop 0.5
//! quiet
//! expect abs(a + 2*pi) = acos(1 - asin(t)) within 1e-7
model StartDoubleRoot
  "A double root at the start, of which a constant that was rounded leaves a residual: next to the start value"
  Real a(start = -6);
equation
  cos(cos(a) - 1 + 1.5707963267948966) = time;
end StartDoubleRoot;
