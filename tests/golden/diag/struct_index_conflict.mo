model M
  Real x, y, vx, vy, F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -9.81;
  x = sin(time);
  vx = 1;
end M;
