model Gain
  parameter Real k;
end Gain;
model A
  Gain g(2);
  parameter k = 5;
  Real x = time, y;
  Boolean b;
equation
  b = x => 2;
  b = x > 0 and < 5;
  y = sin x;
  x - y;
#include "a.mo"
end A;
