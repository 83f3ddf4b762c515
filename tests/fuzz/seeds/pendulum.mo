within ;
model Pendulum "Planar pendulum in Cartesian coordinates"
  constant Real PI = 3.141592653589793;
  parameter Real m = 1, g = 9.81 "gravity", L = 0.5;
  output Real F;
  Real x(start = 0.5), y(start = 0);
  Real vx, vy;
equation
  m*der(vx) = -x/L*F;
  m*der(vy) = -y/L*F - m*g;
  der(x) = vx;
  der(y) = vy;
  x^2 + y^2 = L^2;
  annotation(experiment(StopTime = 10, Tolerance = 1e-6));
end Pendulum;
