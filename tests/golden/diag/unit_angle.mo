model M "sin of degrees; a relation of a length and a time"
  Real phi(unit = "deg") = 30;
  Real y = sin(phi);
  Real s(unit = "m") = 1, t(unit = "s") = 2;
  Boolean far = s > t;
end M;
