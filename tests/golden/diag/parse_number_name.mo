model Cpl
  Complex c = 3 + 2i;
  Real r = c.re;
end Cpl;
