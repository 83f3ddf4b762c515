model M "A force and a torque are added"
  Real f(unit = "N") = 3;
  Real t(unit = "N.m") = 4;
  Real s = f + t;
end M;
