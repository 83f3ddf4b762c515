model M "p has no unit of its own: u*i gives it one"
  Real u(unit = "V") = 230;
  Real i(unit = "A") = 2;
  Real p = u*i;
  Real E(unit = "J", start = 0, fixed = true);
  Real q(unit = "J");
equation
  der(E) = p;
  q = p;
end M;
