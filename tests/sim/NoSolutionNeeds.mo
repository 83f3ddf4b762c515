//! run --stop 1
//! status 3
//! stderr smaller P (it is 200, about 144 is enough)
//! stderr there is one with larger V (it is 24
//! stderr or smaller R (it is 1
model NoSolutionNeeds "a load takes more than V^2/(4*R) = 144: said with the values that would do"
  parameter Real V = 24;
  parameter Real R = 1;
  parameter Real P = 200;
  Real v(start = 24);
  Real i(start = 8);
equation
  v = V - R*i;
  v*i = P;
end NoSolutionNeeds;
