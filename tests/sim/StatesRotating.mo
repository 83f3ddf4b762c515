//! run --stop 30 --tolerance 1e-9
//! run --stop 30 --tolerance 1e-9 --method cvode
//! run --stop 30 --tolerance 1e-9 --method ida
//! expect v["q[1]"] = 0 within 1e-9
//! expect v["q[2]"] = 0 within 1e-9
//! expect v["q[3]"] = sin(t/2) within 2e-7
//! expect v["q[4]"] = cos(t/2) within 2e-7
//! expect v["q[3]"]**2 + v["q[4]"]**2 = 1 within 1e-9
//! expect v["w[3]"] = 1 within 1e-12
model StatesRotating "DS-37: a body turns steadily about an axis: q = (0, 0, sin(t/2), cos(t/2))"
  parameter Real J[3] = {1, 2, 3};
  Real q[4](start = {0, 0, 0, 1});
  Real w[3](start = {0, 0, 1});
equation
  q[1]^2 + q[2]^2 + q[3]^2 + q[4]^2 = 1;
  w[1] = 2*( q[4]*der(q[1]) + q[3]*der(q[2]) - q[2]*der(q[3]) - q[1]*der(q[4]));
  w[2] = 2*(-q[3]*der(q[1]) + q[4]*der(q[2]) + q[1]*der(q[3]) - q[2]*der(q[4]));
  w[3] = 2*( q[2]*der(q[1]) - q[1]*der(q[2]) + q[4]*der(q[3]) - q[3]*der(q[4]));
  J[1]*der(w[1]) = (J[2] - J[3])*w[2]*w[3];
  J[2]*der(w[2]) = (J[3] - J[1])*w[3]*w[1];
  J[3]*der(w[3]) = (J[1] - J[2])*w[1]*w[2];
end StatesRotating;
