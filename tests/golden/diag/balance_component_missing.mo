model Good
  Real x = time;
end Good;
model Tank
  Real level(start = 1);
  Real outflow;
equation
  der(level) = -outflow;
end Tank;
model Plant
  Good g;
  Tank tank;
end Plant;
model M
  Plant plant;
end M;
