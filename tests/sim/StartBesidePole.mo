//! run --stop 1
//! expect x = cbrt(t) within 1e-7
model StartBesidePole "Beside a pole that has no strength yet: x^3 = time, which at the start has a triple root"
  Real x(start = -1);
equation
  x = time*x^(-2);
end StartBesidePole;
