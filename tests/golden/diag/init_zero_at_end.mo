model init_zero_at_end "The angle is fixed, but what has lost its derivative is at the end of the bar"
  parameter Real m = 0, l = 1, d = 0;
  Real phi(start = 1, fixed = true), w(start = 0, fixed = true);
  Real x, y, vx, vy, F;
equation
  w = der(phi);
  x = l*sin(phi);
  y = -l*cos(phi);
  vx = der(x);
  vy = der(y);
  m*der(vx) = -F*x - d*vx;
  m*der(vy) = -F*y - 9.81;
end init_zero_at_end;
