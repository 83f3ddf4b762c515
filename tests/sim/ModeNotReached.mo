//! run --stop 1
//! run --stop 1 --method bdf
//! stderr the number of constraints depends on the mode
//! expect v["v"] = 1 - exp(-t) within 1e-5
model ModeNotReached "A switch over a capacitor that closes later: no mode of this run lacks an equation"
  Real v(start = 0, fixed = true), i, ic;
  Boolean closed = time >= 2;
equation
  0 = if closed then v else i;
  der(v) = ic;
  ic + i = 1 - v;
end ModeNotReached;
