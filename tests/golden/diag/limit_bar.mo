model M
  parameter Real p(unit = "Pa", min = 600) = 2;
  Real x = p*time;
end M;
