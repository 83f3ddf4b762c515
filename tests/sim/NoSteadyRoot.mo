//! run --stop 1
//! status 3
//! stderr with h = 0
//! stderr there seems to be no real solution with these values
//! stderr smaller qOut (it is 0.05, about 0.03 is enough)
//! stderr or larger qIn (it is 0.03, about 0.05 is enough)
//! never nan
//! never h` starts with 0
model NoSteadyRoot "More flows out than in: no level is steady, and a root ends the search for one"
  parameter Real A = 2, qOut = 0.05, qIn = 0.03, k = 0.01;
  Real h(start = 1), q;
initial equation
  der(h) = 0;
equation
  A*der(h) = qIn - q;
  q = qOut + k*sqrt(h);
end NoSteadyRoot;
