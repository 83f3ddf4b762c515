model M
  parameter Real p = 1, a[2] = {1, 2};
  Real w[2] = 2*p;
  Real y[2] = p*a*a;
end M;
