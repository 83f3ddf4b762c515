model Valve
  input Real u;
  Real position, flowRate;
equation
  flowRate = 2*position;
end Valve;
model M
  Valve v1(u = 1), v2(u = 2);
  Real total = v1.flowRate + v2.flowRate;
end M;
