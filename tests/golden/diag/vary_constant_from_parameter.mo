model M
  parameter Real p = 2;
  constant Real c = 2*p;
  Real x = time;
  constant Real d = p + x;
end M;
