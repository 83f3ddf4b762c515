model Pct
  Integer k(start = 0);
equation
  k = integer(time*10) % 3;
end Pct;
