model StructIdleBeside
  Real h(start = 1, fixed = true), qin, qout, inflow;
equation
  inflow = if time < 5 then 0.2 else 0.5;
  der(h) = qin - qout;
  qout = 0.1*sqrt(h);
end StructIdleBeside;
