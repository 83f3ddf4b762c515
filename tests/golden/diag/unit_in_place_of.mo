model InPlaceOf "Another variable is meant; two parameters may be forgotten; a power; a variable and its rate"
  Real q(unit = "m3/s") = 2, v(unit = "m/s") = 3, p(unit = "Pa") = 5, P(unit = "W"), Re, n(unit = "m2/s");
  parameter Real d(unit = "m") = 0.1, L(unit = "m") = 3, rho(unit = "kg/m3") = 1000, mu(unit = "Pa.s") = 1;
  Real R(unit = "1"), a(unit = "m/s");
equation
  P = p*v;
  R = rho*v/mu;
  a = 4*q/d;
  Re = 1;
  n = v*d;
end InPlaceOf;
