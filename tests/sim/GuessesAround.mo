//! run --stop 1
//! final x = 1 within 1e-9
//! final y = 0 within 1e-9
//! final z = 1.2784637605728 within 1e-9
// z + log(z - 1 + 1e-6) = 0
model GuessesAround "Equations that have no value at the start values are tried around them"
  Real x, y, z;
equation
  x = cos(y);
  y = log(x);
  0 = z + log(z - 1 + 1e-6);
end GuessesAround;
