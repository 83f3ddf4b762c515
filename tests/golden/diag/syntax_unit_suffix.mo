model Suf
  parameter Real p = 5 bar;
  Real x = p*time;
end Suf;
