model M
  Real x(start = 1, fixed = true), y(start = 1, fixed = true), vx, vy, F;
equation
  x^2 + y^2 = 1;
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
end M;
