model M
  Boolean b = sample(0, time);
  Boolean c = sample(0);
end M;
