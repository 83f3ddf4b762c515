model M
  Real p q;
equation
  p = time;
  q = 2*p;
end M;
