//! run --stop 10 --tolerance 1e-9
//! run --stop 10 --tolerance 1e-9 --method rk45
//! run --stop 10 --tolerance 1e-9 --method cvode
//! run --stop 10 --tolerance 1e-9 --method ida
//! expect x**2 + y**2 = 1 within 1e-8
//! expect x*vx + y*vy = 0 within 1e-8
//! expect x2**2 + y2**2 = 1 within 1e-8
//! expect 0.5*(vx**2 + vy**2) + 9.81*y = 9.81*0.8 within 1e-6
//! expect x = sin(phi) within 1e-5
//! expect y = -cos(phi) within 1e-5
//! expect x2 = sin(phi) within 1e-5
//! expect xa = sin(phi) within 1e-5
//! expect ya = -cos(phi) within 1e-5
//! expect F = w**2 + 9.81*cos(phi) within 2e-4
//! expect Fa = w**2 + 9.81*cos(phi) within 2e-4
model StatesPendulum "DS-32 to DS-34, DS-36: one pendulum in four ways, high above the pivot; 3 periods, 24 changes of x and y"
  parameter Real m = 1, L = 1, g = 9.81;
  // First derivatives
  Real x(start = 0.6, fixed = true), y(start = 0.8), vx(start = 0, fixed = true), vy, F;
  // Second derivatives
  Real x2(start = 0.6, fixed = true), y2(start = 0.8), F2;
  // With angle
  Real xa, ya, vxa, vya, Fa, pa(start = 2.498091544796509, fixed = true), wa(start = 0, fixed = true), alpha;
  // Ordinary differential equation
  Real phi(start = 2.498091544796509, fixed = true), w(start = 0, fixed = true);
initial equation
  der(x2) = 0;
equation
  m*der(vx) = -x/L*F;
  m*der(vy) = -y/L*F - m*g;
  x^2 + y^2 = L^2;
  der(x) = vx;
  der(y) = vy;
  m*der(der(x2)) = -x2/L*F2;
  m*der(der(y2)) = -y2/L*F2 - m*g;
  x2^2 + y2^2 = L^2;
  m*der(vxa) = -Fa*sin(pa);
  m*der(vya) = Fa*cos(pa) - m*g;
  xa = L*sin(pa);
  ya = -L*cos(pa);
  alpha = der(wa);
  der(xa) = vxa;
  der(ya) = vya;
  der(pa) = wa;
  der(phi) = w;
  der(w) = -g/L*sin(phi);
end StatesPendulum;
