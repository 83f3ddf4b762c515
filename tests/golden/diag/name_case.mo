model M
  parameter Real Mass = 1;
  Real f = mass*9.81;
end M;
