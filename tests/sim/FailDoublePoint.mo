//! run --stop 3
//! run --stop 3 --tolerance 1e-8
//! run --stop 3 --intervals 20
//! run --stop 3 --method cvode
//! status 3
//! stderr at time 0.927037: the constraints of
//! stderr depend on each other at this position (the best pivot vanishes)
//! stderr (x^2 + y^2)^2 = 2*(x^2 - y^2)
model FailDoublePoint "A bead on a lemniscate: at its double point (a quarter of it, 1.31103*sqrt(2), at speed 2) the direction is open"
  Real x(start = sqrt(2)), y(start = 0), vx(start = 0), vy(start = 2), F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = F*(4*x*(x^2 + y^2) - 4*x);
  der(vy) = F*(4*y*(x^2 + y^2) + 4*y);
  (x^2 + y^2)^2 = 2*(x^2 - y^2);
end FailDoublePoint;
