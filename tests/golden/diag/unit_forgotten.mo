model Forgotten "a factor that is declared, and was forgotten"
  parameter Real m(unit = "kg") = 2, c(unit = "N/m") = 100, A(unit = "m2") = 0.01;
  Real p(unit = "Pa") = 1e5;
  Real v(unit = "m/s", start = 0, fixed = true), s(unit = "m", start = 0, fixed = true);
equation
  der(s) = v;
  m*der(v) = p - c*s;
end Forgotten;
