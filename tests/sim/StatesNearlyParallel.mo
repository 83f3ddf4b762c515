//! run --stop 3
//! run --stop 3 --method cvode
//! status 0
//! expect v["x"]**2 + v["y"]**2 = 1 within 1e-5
//! expect v["b"] = sin(v["x"]) within 1e-4
//! expect 0.5*(v["vx"]**2 + v["vy"]**2) + 9.81*v["y"] = 0 within 1e-3
model StatesNearlyParallel "Constraints that differ in their fourth digit all the time are no singular position"
  Real x(start = 1), y(start = 0), vx(start = 0), vy(start = 0), F, a, b;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  /* b = sin(x), and the pendulum has the length 1 */
  x^2 + y^2 = a + b + 0.1*a*b;
  a + b + 0.1*a*b = 1;
  a + (1 + 1e-4)*b + 0.1*a*b = 1 + 1e-4*sin(x);
end StatesNearlyParallel;
