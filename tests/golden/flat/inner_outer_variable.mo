// inner and outer on simple variables and on connectors' values.
model Sub
  outer Real t0;
  outer parameter Real p;
  Real x;
equation
  x = p*t0;
end Sub;
model Top
  inner Real t0 = time;
  inner parameter Real p = 3;
  Sub s[2];
end Top;
// Real t0 = time; parameter Real p = 3; s[i].x = p*t0
