//! run --stop 4
//! status 0
//! stderr the divisor cos(time) passes through 0
//! expect v["r"]*v["x"] = 3*cos(t) within 1e-6
//! expect v["x"]*cos(t) = 2 within 1e-6
model PoleOfDivisor "What is divided by changes its sign at a pole of its own, not at 0"
  Real x = 2/cos(time), r;
equation
  r*x = 3*cos(time);
end PoleOfDivisor;
