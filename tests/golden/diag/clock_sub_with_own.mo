model M
  Real u = sample(time, Clock(0.1));
  Real slow = subSample(u, 5);
  Real y = u + slow;
end M;
