//! run --stop 3
//! stderr nothing changes in the whole run: phi = 0.5, w = 0 stay as at the start
//! expect phi = 0.5 within 0
model WarnRest "A pendulum whose axis is parallel to gravity"
  parameter Real axis[3] = {0, 1, 0}, g[3] = {0, -9.81, 0};
  Real phi(start = 0.5, fixed = true), w(start = 0, fixed = true);
equation
  der(phi) = w;
  der(w) = (axis[2]*g[1] - axis[1]*g[2])*cos(phi) - axis[3]*9.81*sin(phi);
end WarnRest;
