//! run --stop 2 --tolerance 1e-9
//! run --stop 2 --tolerance 1e-9 --method cvode
//! run --stop 2 --tolerance 1e-9 --method ida
//! expect lam = 2.18 within 1e-9
//! expect v["x[1]"] + 2*v["x[2]"] + 2*v["x[3]"] = 3 within 1e-9
//! expect v["x[1]"] = 3 + 2*t + 2.18*t**2/2 within 1e-7
//! expect v["x[2]"] = -t + 2*2.18*t**2/2 within 1e-7
//! expect v["x[3]"] = (2*2.18 - 9.81)*t**2/2 within 1e-7
model StatesPlaneBody "DS-31: a body of space in the plane k*x = b; lam = g m k3/(k*k)"
  parameter Real m = 1, k[3] = {1, 2, 2}, b = 3;
  Real x[3](start = {3, 0, 0}), v[3](start = {2, -1, 0}), lam;
equation
  der(x) = v;
  m*der(v) = {0, 0, -9.81*m} + k*lam;
  k*x = b;
end StatesPlaneBody;
