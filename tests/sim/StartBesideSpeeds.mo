//! run --stop 0.1 --tolerance 1e-8
//! run --stop 0.1 --tolerance 1e-8 --method cvode
//! expect vya*(t == 0) = 0.9999999847691291*(t == 0) within 1e-14
//! expect vyb*(t == 0) = 0.9999999847691291*(t == 0) within 1e-14
//! expect xa = 0.5*cos(2*t - radians(0.01)) within 1e-7
//! expect yb = 0.5*sin(2*t - radians(0.01)) within 1e-7
model StartBesideSpeeds "A parallelogram without weight that starts 0.01 degrees before its flat position: fixed values are kept to the last digit, and it turns evenly (S5)"
  Real xa(start = 0.49999999238456455, fixed = true);
  Real ya(start = -8.72664621566684e-05, fixed = true);
  Real xb(start = 1.1999999923845646, fixed = true);
  Real yb(start = -8.72664621566684e-05, fixed = true);
  Real vxa(start = 0.0001745329243133368, fixed = true);
  Real vya(start = 0.9999999847691291, fixed = true);
  Real vxb(start = 0.0001745329243133368, fixed = true);
  Real vyb(start = 0.9999999847691291, fixed = true);
  Real F[3];
equation
  der(xa) = vxa;
  der(ya) = vya;
  der(xb) = vxb;
  der(yb) = vyb;
  der(vxa) = -F[1]*xa - F[2]*(xa - xb);
  der(vya) = -F[1]*ya - F[2]*(ya - yb);
  der(vxb) = -F[2]*(xb - xa) - F[3]*(xb - 0.7);
  der(vyb) = -F[2]*(yb - ya) - F[3]*yb;
  xa^2 + ya^2 = 0.25;
  (xb - xa)^2 + (yb - ya)^2 = 0.49;
  (xb - 0.7)^2 + yb^2 = 0.25;
end StartBesideSpeeds;
