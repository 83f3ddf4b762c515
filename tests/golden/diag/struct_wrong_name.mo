model Spring
  Real f, s, ds;
equation
  f = 10*s;
  s = ds;
end Spring;
model M
  Spring a, b;
equation
  a.s = 1;
  a.ds = 2;
end M;
