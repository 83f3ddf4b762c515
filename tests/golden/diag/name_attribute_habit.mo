model M
  Real a(init = 1, units = "m") = time;
end M;
