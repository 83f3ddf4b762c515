//! run --stop 10
//! stderr w has gone from 2.5 to
//! stderr away from where it would rest
//! stderr opposite sign of k (it is 0.19
//! final w = 3 - 0.5*exp(1.9) within 1e-4
model WarnRepelledLittle "A speed that leaves its set point over two time constants only"
  parameter Real k = 0.19, wref = 3;
  Real w(start = 2.5, fixed = true);
equation
  der(w) = k*(w - wref);
end WarnRepelledLittle;
