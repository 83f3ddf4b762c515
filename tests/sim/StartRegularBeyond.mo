//! run --stop 1
//! quiet
//! final h = 5 within 1e-9
//! final m*m*m + m = 2 within 1e-9
model StartRegularBeyond "The matrix is singular at the guess and regular at the solution: what the equations determine is not called open"
  Real m(start = 0, nominal = 1), h(start = 5, nominal = 1), a(start = 0), b(start = 5), x(start = 1, fixed = true);
equation
  m^3 + m + 1e-3*(h - 5)^2 = 2 + 1e-3*(b - 5)^2;
  m*(h - 5) = 1e-3*(a - m)*(b - h)^2;
  a^3 + a + 1e-3*(b - 5)^2 = 2 + 1e-3*(h - 5)^2;
  a*(b - 5) = 1e-3*(m - a)*(b - h)^2;
  der(x) = -h*x;
end StartRegularBeyond;
