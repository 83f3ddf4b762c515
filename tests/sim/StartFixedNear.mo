// A fixed start value is met to the last digits, also where another one that nobody gave lies within the tolerance of what
// counts as met: the crank, 1e-5 degrees beyond 180, is not put at 180.
//! run --stop 0.1 --tolerance 1e-9
//! expect e = 0 within 1e-12
//! stderr start values are used as initial conditions: `vy2`
model StartFixedNear
  Real x1, vx1, y1, vy1;
  Real x2(start = 0.12277169397794718, fixed = true), vx2, y2, vy2;
  Real F[3];
  parameter Real d = 1.4736466737548641;
  discrete Real x2_0(start = 0, fixed = true);
  Real e = x2_0 - 0.12277169397794718;
equation
  der(x1) = vx1;
  der(vx1) = -F[1]*x1 + F[2]*(x2 - x1);
  der(y1) = vy1;
  der(vy1) = -F[1]*y1 + F[2]*(y2 - y1) - 9.81;
  der(x2) = vx2;
  der(vx2) = -F[2]*(x2 - x1) - F[3]*(x2 - d);
  der(y2) = vy2;
  der(vy2) = -F[2]*(y2 - y1) - F[3]*y2 - 9.81;
  x1^2 + y1^2 = 0.6833131651383317;
  (x2 - x1)^2 + (y2 - y1)^2 = 6.311172442528621;
  (x2 - d)^2 + y2^2 = 7.234675990476957;
  when initial() then
    x2_0 = x2;
  end when;
end StartFixedNear;
