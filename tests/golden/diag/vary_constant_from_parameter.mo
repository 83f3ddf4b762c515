model M
  parameter Real p = 2;
  constant Real c = 2*p;
end M;
