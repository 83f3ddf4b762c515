model IndexChoice "no fixed choice of states is regular everywhere"
  Real x(start = 1), y, vx, vy, F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
end IndexChoice;
