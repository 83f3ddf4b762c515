//! run --stop 2 --tolerance 1e-8
//! run --stop 2 --tolerance 1e-7 --method bdf
//! run --stop 2 --tolerance 1e-6 --method radau
//! run --stop 2 --tolerance 1e-8 --method cvode
//! stderr the motion goes on as it came
//! expect xa = cos(th) within 1e-5
//! expect yb = sin(th) within 1e-5
//! expect i = ir within 1e-5
model StatesChangeStiff "A parallelogram driven by a motor whose winding and filter are fast against the way past the position where all bars are in one line: as a pendulum in its angle"
  parameter Real R = 1, L = 1e-4, k = 0.5, U = 3, T = 1e-5;
  parameter Real g = 9.81;
  Real xa(start = 0), ya(start = 1), xb(start = 2), yb(start = 1);
  Real vxa(start = -6), vya, vxb(start = -6), vyb, F1, F2, F3;
  Real i(start = 0, fixed = true), f(start = 0, fixed = true);
  Real th(start = 1.5707963267948966, fixed = true), w(start = 6, fixed = true), ir(start = 0, fixed = true), fr(start = 0, fixed = true);
equation
  L*der(i) = U - R*i - k*(xa*vya - ya*vxa);
  T*der(f) = i - f;
  der(xa) = vxa;
  der(ya) = vya;
  der(xb) = vxb;
  der(yb) = vyb;
  der(vxa) = -F1*xa + F2*(xb - xa) - k*f*ya;
  der(vya) = -F1*ya + F2*(yb - ya) - g + k*f*xa;
  der(vxb) = -F2*(xb - xa) - F3*(xb - 2);
  der(vyb) = -F2*(yb - ya) - F3*yb - g;
  xa^2 + ya^2 = 1;
  (xb - xa)^2 + (yb - ya)^2 = 4;
  (xb - 2)^2 + yb^2 = 1;
  L*der(ir) = U - R*ir - k*w;
  T*der(fr) = ir - fr;
  der(th) = w;
  2*der(w) = -2*g*cos(th) + k*fr;
end StatesChangeStiff;
