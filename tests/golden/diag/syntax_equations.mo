model Eqs
  Real x;
equations
  x = time;
end Eqs;
