model StructStateHeld "what holds at the start is written as an equation"
  parameter Real C = 1000, T0 = 320;
  Real T, Q;
equation
  C*der(T) = Q;
  Q = 10*(350 - T);
  T = T0;
end StructStateHeld;
