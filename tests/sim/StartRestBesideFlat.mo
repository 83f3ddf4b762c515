//! run --stop 0.6 --tolerance 1e-8
//! run --stop 0.6 --tolerance 1e-8 --set d=1e-8
//! run --stop 0.6 --tolerance 1e-8 --set d=1e-5
//! run --stop 0.6 --tolerance 1e-8 --set d=-1e-4
//! run --stop 0.6 --tolerance 1e-8 --set d=1e-2
//! expect xa = cos(th) within 1e-7
//! expect ya = sin(th) within 1e-7
//! expect xb = 2*cos(pi/6) + cos(th) within 1e-7
//! expect yb = 1 + sin(th) within 1e-7
model StartRestBesideFlat "A parallelogram at rest, a little off its line: accelerations say how it begins. Its bars stay parallel, so that each mass is a pendulum of length 1"
  parameter Real d = 1e-6 "Off the line";
  constant Real pi = 3.141592653589793;
  Real xa(start = cos(pi/6 + d)), ya(start = sin(pi/6 + d));
  Real xb(start = 2*cos(pi/6) + cos(pi/6 + d)), yb(start = 2*sin(pi/6) + sin(pi/6 + d));
  Real vxa, vya, vxb, vyb, F[3];
  Real th(start = pi/6 + d, fixed = true), w(start = 0, fixed = true);
equation
  der(xa) = vxa;
  der(ya) = vya;
  der(xb) = vxb;
  der(yb) = vyb;
  der(vxa) = -F[1]*xa - F[2]*(xa - xb);
  der(vya) = -F[1]*ya - F[2]*(ya - yb) - 9.81;
  der(vxb) = -F[2]*(xb - xa) - F[3]*(xb - 2*cos(pi/6));
  der(vyb) = -F[2]*(yb - ya) - F[3]*(yb - 2*sin(pi/6)) - 9.81;
  xa^2 + ya^2 = 1;
  (xb - xa)^2 + (yb - ya)^2 = 4;
  (xb - 2*cos(pi/6))^2 + (yb - 2*sin(pi/6))^2 = 1;
  der(th) = w;
  der(w) = -9.81*cos(th);
end StartRestBesideFlat;
