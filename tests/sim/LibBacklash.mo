//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["j.w"] = (1 if t < 0.1 else cos(20*(t - 0.1))) if t < 0.1 + pi/20 else v["j.w"] within 1e-6
//! expect v["j.w"] = -1 if 0.1 + pi/20 + 1e-6 < t < 0.3 + pi/20 else v["j.w"] within 1e-6
//! expect v["j.w"] = -cos(20*(t - 0.3 - pi/20)) if t > 0.3 + pi/20 else v["j.w"] within 1e-6
model LibBacklash "A rotor swings between the flanks of a coupling with play 0.2 rad"
  import Kron.Rotational.*;
  Inertia j(J = 0.01, phi(start = 0, fixed = true), w(start = 1, fixed = true));
  ElastoBacklash coupling(c = 4, play = 0.2);
  Fixed wall;
equation
  connect(wall.flange, coupling.a);
  connect(coupling.b, j.a);
  annotation(experiment(StopTime = 0.6));
end LibBacklash;
