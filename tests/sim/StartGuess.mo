//! run
//! run --method ida
//! expect r = (-1 - sqrt(65 + 8*t))/4 within 1e-8
//! expect q = 2*r**2 within 1e-8
model StartGuess "2 r^2 + r - 8 - time = 0 has two roots; the start value of r says which one is meant"
  Real p, q, r(start = -2);
equation
  p = 2*r;
  q = p*r;
  q = 8 + time - r;
end StartGuess;
