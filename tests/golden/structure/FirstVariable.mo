model FirstVariable "The variable declared first stands for a derivative"
  Real vx(start = 0), x(start = 1), y(start = 0), vy(start = 0), F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
end FirstVariable;
