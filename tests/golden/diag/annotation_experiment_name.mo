model M
  Real x = time;
  annotation (experiment(StopTime = 10, Tolernace = 1e-6, stopTime = 3, Algorithm = "dassl"));
end M;
