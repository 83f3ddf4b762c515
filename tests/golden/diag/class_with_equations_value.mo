class Tank
  parameter Real area = 1;
  Real level(start = 1, fixed = true);
equation
  area*der(level) = -level;
end Tank;
model M
  Tank a(area = 2);
  Tank b = a;
end M;
