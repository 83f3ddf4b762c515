model M
  Real U(unit = "V") = 10, I(unit = "A") = 2, R(unit = "Ohm") = 5;
  Real P(unit = "W");
  Real s(unit = "m") = 3, t(unit = "s") = 2, a(unit = "m/s2");
  Real m(unit = "kg") = 2, F(unit = "N");
equation
  P = U*I + I^2/R;
  a = s/t;
  F = m*a*m;
end M;
