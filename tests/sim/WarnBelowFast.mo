//! run --stop 3600
//! stderr soc = -
//! stderr at this rate `soc` changes by -1.44e+03 in the time of the run, 3600: is a parameter given in another unit
//! final soc = 0.95 - 20/50*3600 within 1e-6
model WarnBelowFast "A capacity in A.h taken for A.s"
  parameter Real Q = 50, i = 20;
  Real soc(start = 0.95, fixed = true, min = 0, max = 1);
equation
  der(soc) = -i/Q;
end WarnBelowFast;
