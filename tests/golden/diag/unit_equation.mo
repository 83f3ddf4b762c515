model M "The square is forgotten"
  parameter Real m(unit = "kg") = 2;
  Real v(unit = "m/s") = 3;
  Real E(unit = "J");
equation
  E = 0.5*m*v;
end M;
