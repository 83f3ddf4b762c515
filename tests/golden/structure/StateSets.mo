model StateSets "DS-33: two sets, {x, y} and {vx, vy}; only the constraint is differentiated"
  parameter Real L = 1, m = 1, g = 9.81;
  Real x(start = 0.6), y(start = 0.8), vx(start = 0), vy(start = 0), F;
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -x/L*F;
  m*der(vy) = -y/L*F - m*g;
  x^2 + y^2 = L^2;
end StateSets;
