//! run --stop 0.2409 --tolerance 1e-8
//! run --stop 0.2409 --tolerance 1e-8 --method bdf
//! run --stop 0.2409 --tolerance 1e-8 --method sdirk
//! run --stop 0.2409 --tolerance 1e-8 --method radau
//! run --stop 0.2409 --tolerance 1e-8 --method cvode
//! expect vxa**2 + vya**2 + 2*9.81*ya = 55.62 within 1e-6
//! final  ya = -0.00012002985 within 1e-6
//! final  yb = -0.00012002985 within 1e-6
//! final  vxa = 0.00089518741 within 1e-5
//! final  vyb = -7.4580395671 within 1e-5
model StatesChangeEnd "A parallelogram of bars: the run ends just behind the position where all of them are in one line, and its last row is of that time; sin of the angle of a pendulum, integrated by 4000 steps"
  parameter Real g = 9.81;
  Real xa(start = 0), ya(start = 1), xb(start = 2), yb(start = 1);
  Real vxa(start = -6), vya, vxb(start = -6), vyb, F1, F2, F3;
equation
  der(xa) = vxa;
  der(ya) = vya;
  der(xb) = vxb;
  der(yb) = vyb;
  der(vxa) = -F1*xa + F2*(xb - xa);
  der(vya) = -F1*ya + F2*(yb - ya) - g;
  der(vxb) = -F2*(xb - xa) - F3*(xb - 2);
  der(vyb) = -F2*(yb - ya) - F3*yb - g;
  xa^2 + ya^2 = 1;
  (xb - xa)^2 + (yb - ya)^2 = 4;
  (xb - 2)^2 + yb^2 = 1;
end StatesChangeEnd;
