//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! expect v["mass.s"] = 1 - exp(-t)*(1 + t + t**2/2) within 1e-6
//! expect v["limited.y"] = 1 if t < 0.35 else v["limited.y"] within 1e-9
//! expect v["limited.I"] = 9*t - 8.9 + 8.9*exp(-10*t) if t < 0.35 else v["limited.I"] within 1e-7
//! expect v["plant.y"] = t if t < 0.35 else min(v["plant.y"], 1) within 1e-7
//! final v["limited.I"] = 0 within 1e-4
//! final v["plant.y"] = 1 within 1e-5
model LibPID "Ideal PID on a double integrator, three poles at -1; a limited PI without overshoot by windup"
  import Kron.Blocks.Continuous.*;
  import Kron.Translational.*;
  PID pid(k = 3, Ti = 3, Td = 1, N = 1e9, b = 0, c = 0, reference = 1) "3 + 1/s + 3s";
  Force force;
  Mass mass(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  PositionSensor position;
  PID limited(k = 10, Ti = 1, yMax = 1, Tt = 0.1, reference = 1) "Drives an integrator";
  Integrator plant;
equation
  connect(mass.b, position.flange);
  connect(position.s, pid.measured);
  connect(pid.y, force.u);
  connect(force.flange, mass.a);
  connect(limited.y, plant.u);
  connect(plant.y, limited.measured);
  annotation(experiment(StopTime = 12));
end LibPID;
