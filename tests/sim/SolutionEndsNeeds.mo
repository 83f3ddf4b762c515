//! run --stop 10
//! status 3
//! stderr at time 4:
//! stderr it goes on with larger V (it is 20), smaller P (it is 100) or smaller R (it is 1)
//! stderr `V` is 20 by V = 24 - time (
model SolutionEndsNeeds "V falls below 2*sqrt(R*P) at 4"
  parameter Real R = 1;
  parameter Real P = 100;
  Real V;
  Real v(start = 22);
  Real i(start = 5);
equation
  V = 24 - time;
  v = V - R*i;
  v*i = P;
end SolutionEndsNeeds;
