model A
  Real x = time;
  annotaton(experiment(StopTime = 1));
end A;
