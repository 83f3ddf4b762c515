model M
  constant Real a = 2*a;
  Real x = a;
end M;
