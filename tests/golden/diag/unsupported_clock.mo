model M
  Real x = sample(time, Clock(0.1));
  Real y = previous(x);
  Clock c = Clock(1, 10);
end M;
