//! run --stop 60 --tolerance 1e-9
//! run --stop 60 --tolerance 1e-9 --method cvode
//! run --stop 60 --tolerance 1e-9 --method ida
//! expect v["q[1]"]**2 + v["q[2]"]**2 + v["q[3]"]**2 + v["q[4]"]**2 = 1 within 1e-9
//! expect energy = (0.3**2 + 2 + 3*0.2**2)/2 within 1e-6
//! expect v["h[1]"] = 0.3 within 1e-6
//! expect v["h[2]"] = 2 within 1e-6
//! expect v["h[3]"] = 0.6 within 1e-6
//! expect (v["p[1]"] - v["q[1]"])**2 + (v["p[2]"] - v["q[2]"])**2 + (v["p[3]"] - v["q[3]"])**2 + (v["p[4]"] - v["q[4]"])**2 = 0 within 1e-12
model StatesTumbling "DS-37: a body without torque: energy and angular momentum in space stay; der(q) = L(q)'*w/2"
  parameter Real J[3] = {1, 2, 3};
  Real q[4](start = {0, 0, 0, 1});
  Real w[3](start = {0.3, 1, 0.2}, each fixed = true);
  Real energy = (J[1]*w[1]^2 + J[2]*w[2]^2 + J[3]*w[3]^2)/2;
  Real h[3] "Angular momentum turned into space: v + 2 q4 (e x v) + 2 e x (e x v)";
  Real p[4](start = {0, 0, 0, 1}, each fixed = true) "Without the constraint";
equation
  q[1]^2 + q[2]^2 + q[3]^2 + q[4]^2 = 1;
  w[1] = 2*( q[4]*der(q[1]) + q[3]*der(q[2]) - q[2]*der(q[3]) - q[1]*der(q[4]));
  w[2] = 2*(-q[3]*der(q[1]) + q[4]*der(q[2]) + q[1]*der(q[3]) - q[2]*der(q[4]));
  w[3] = 2*( q[2]*der(q[1]) - q[1]*der(q[2]) + q[4]*der(q[3]) - q[3]*der(q[4]));
  J[1]*der(w[1]) = (J[2] - J[3])*w[2]*w[3];
  J[2]*der(w[2]) = (J[3] - J[1])*w[3]*w[1];
  J[3]*der(w[3]) = (J[1] - J[2])*w[1]*w[2];
  h = J.*w + 2*q[4]*cross(q[1:3], J.*w) + 2*cross(q[1:3], cross(q[1:3], J.*w));
  2*der(p[1]) =  p[4]*w[1] - p[3]*w[2] + p[2]*w[3];
  2*der(p[2]) =  p[3]*w[1] + p[4]*w[2] - p[1]*w[3];
  2*der(p[3]) = -p[2]*w[1] + p[1]*w[2] + p[4]*w[3];
  2*der(p[4]) = -p[1]*w[1] - p[2]*w[2] - p[3]*w[3];
end StatesTumbling;
