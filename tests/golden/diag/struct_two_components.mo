model Motor
  input Real u;
  output Real w;
  Real i, tau;
equation
  i = (u - 0.1*w)/2;
  tau = 0.1*i;
end Motor;
model Load
  input Real tau;
  output Real w(start = 0, fixed = true);
equation
  3*der(w) = tau - 0.01*w;
  w = 2*tau;
end Load;
model M
  Motor m(u = 24);
  Load l;
equation
  l.tau = m.tau;
end M;
