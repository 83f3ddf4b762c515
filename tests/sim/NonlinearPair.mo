//! run --stop 1
//! run --stop 1 --method ida
//! expect x = sqrt(2)*cos(0.5 + t/4) within 1e-7
//! expect y = sqrt(2)*sin(0.5 + t/4) within 1e-7
//! expect z = x*y within 1e-12
model NonlinearPair "The circle of radius sqrt 2 cut by the ray of a given angle, in the first quadrant"
  Real x(start = 1), y(start = 1), z;
equation
  x^2 + y^2 = 2;
  y*cos(0.5 + time/4) = x*sin(0.5 + time/4);
  z = x*y;
end NonlinearPair;
