package P
  constant Real half(unit = "m/s") = 0.25;
  function kinetic "Lacks a square"
    input Real m(unit = "kg");
    input Real v(unit = "m/s");
    output Real E(unit = "J");
  algorithm
    E := 0.5*m*v;
  end kinetic;
  function good "The constant has a unit, the number in the text has none"
    input Real m(unit = "kg");
    input Real v(unit = "m/s");
    output Real E(unit = "J");
  algorithm
    E := half*m*v + m*v^2/2;
  end good;
end P;
model M
  Real E(unit = "J") = P.kinetic(2, time) + P.good(2, time);
end M;
