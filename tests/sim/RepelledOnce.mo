//! run --stop 10
//! quiet
//! never away from where it would rest
//! final found - phi = 3.141592653589793 within 2e-2
// An angle that is found by its sine begins at the one of two places that is unstable: it comes to the other at once,
// half a turn on, and follows what turns.
model RepelledOnce
  parameter Real k = 200;
  Real phi(start = 0, fixed = true), w(start = 0, fixed = true);
  Real found(start = 0.01, fixed = true);
equation
  der(phi) = w;
  der(w) = 1 - 0.2*w;
  der(found) = k*cos(phi)*sin(found) - k*sin(phi)*cos(found);
end RepelledOnce;
