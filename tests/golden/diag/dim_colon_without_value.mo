model M
  Real x[:];
  parameter Real p[:];
end M;
