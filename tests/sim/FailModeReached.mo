//! run --stop 3
//! status 3
//! stderr the number of constraints depends on the mode
//! stderr at time 2: division by zero
//! expect v["v"] = 1 - exp(-t) within 1e-5
model FailModeReached "A switch over a capacitor that closes at time 2: the run ends there"
  Real v(start = 0, fixed = true), i, ic;
  Boolean closed = time >= 2;
equation
  0 = if closed then v else i;
  der(v) = ic;
  ic + i = 1 - v;
end FailModeReached;
