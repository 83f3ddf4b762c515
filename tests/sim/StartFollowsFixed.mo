//! run --stop 0.5 --tolerance 1e-9
//! final begun = -1.8 within 1e-9
//! expect v["x[1]"]**2 + v["y[1]"]**2 = 1 within 1e-12
//! expect E = E0 within 1e-7
model StartFollowsFixed "Three masses on rods by angles: a fixed coordinate of the third, which no angle alone can meet"
  Real p1, p2(start = 0, fixed = true), p3, w[3], F[3];
  Real x[3], y[3], vx[3], vy[3], xlast(start = -1.8, fixed = true) = x[3], E;
  discrete Real begun, E0;
equation
  {der(p1), der(p2), der(p3)} = w;
  x = {sin(p1), x[1] + sin(p2), x[2] + sin(p3)};
  y = {-cos(p1), y[1] - cos(p2), y[2] - cos(p3)};
  der(x) = vx;
  der(y) = vy;
  der(vx) = {-F[1]*x[1] + F[2]*(x[2] - x[1]), -F[2]*(x[2] - x[1]) + F[3]*(x[3] - x[2]), -F[3]*(x[3] - x[2])};
  der(vy) = {-F[1]*y[1] + F[2]*(y[2] - y[1]) - 9.81, -F[2]*(y[2] - y[1]) + F[3]*(y[3] - y[2]) - 9.81, -F[3]*(y[3] - y[2]) - 9.81};
  E = (vx*vx + vy*vy)/2 + 9.81*sum(y);
  when initial() then
    begun = xlast;
    E0 = E;
  end when;
end StartFollowsFixed;
