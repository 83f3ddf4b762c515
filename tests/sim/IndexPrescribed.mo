//! run --stop 2
//! expect w = cos(t) within 1e-12
//! expect a = -sin(t) within 1e-12
//! expect j = -cos(t) within 1e-12
//! expect F = -2*sin(t) + 0.5*cos(t) + 10*sin(t) within 1e-12
model IndexPrescribed "DS-30: prescribed motion, the force follows; a chain of three derivatives, no state"
  Real x, w, a, j, F;
equation
  x = sin(time);
  w = der(x);
  a = der(w);
  j = der(a);
  2*a = F - 0.5*w - 10*x;
end IndexPrescribed;
