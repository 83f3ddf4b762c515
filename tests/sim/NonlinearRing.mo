//! run --stop 1 --tolerance 1e-9
//! run --stop 1 --tolerance 1e-9 --method ida
//! expect v["x[1]"]**3 + 2*v["x[1]"] - v["x[2]"] = 2 + t within 1e-8
//! expect v["x[8]"]**3 + 2*v["x[8]"] - v["x[1]"] = 2 + t within 1e-8
//! expect v["x[5]"]**3 + v["x[5]"] = 2 + t within 1e-8
//! expect s = 8*v["x[3]"] within 1e-8
model NonlinearRing "Around a ring; all are the root of x^3 + x = 2 + time. Shooting overflows"
  Real x[8](each start = 1.2);
  Real s;
equation
  for i in 1:7 loop
    x[i]^3 + 2*x[i] - x[i + 1] = 2 + time;
  end for;
  x[8]^3 + 2*x[8] - x[1] = 2 + time;
  s = sum(x);
end NonlinearRing;
