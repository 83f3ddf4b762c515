//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["plant.y"] = 1 - exp(-t)*cos(t) within 1e-7
//! expect v["error.y"] = exp(-t)*cos(t) within 1e-7
//! expect v["pi.y"] = 1 + exp(-t)*sin(t) within 1e-7
model LibPILoop "PI controller and first order plant: the closed loop is (s + 2)/(s^2 + 2s + 2)"
  import Kron.Blocks.*;
  Sources.Constant reference(k = 1);
  Math.Feedback error;
  Continuous.PI pi(k = 1, T = 0.5);
  Continuous.FirstOrder plant(k = 1, T = 1);
equation
  connect(reference.y, error.u1);
  connect(plant.y, error.u2);
  connect(error.y, pi.u);
  connect(pi.y, plant.u);
  annotation(experiment(StopTime = 8));
end LibPILoop;
