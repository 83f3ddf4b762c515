model M
  k : Real := 3;
  Real x = time;
end M;
