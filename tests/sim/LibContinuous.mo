//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["first.y"] = 3*(1 - exp(-t/0.5)) within 1e-7
//! expect v["second.y"] = 2*(1 - exp(-0.5*2*t)*(cos(sqrt(3)*t) + sin(sqrt(3)*t)/sqrt(3))) within 1e-7
//! expect v["integrator.y"] = 1 - 2*t within 1e-7
//! expect v["derivative.y"] = 3*(1 - exp(-t/0.1)) within 1e-7
//! expect v["pi.y"] = 2*(1 + t/4) within 1e-7
//! expect v["tf.y"] = v["second.y"] within 1e-7
//! expect v["lead.y"] = 1 + exp(-t) within 1e-7
//! expect v["space.y"] = v["second.y"] within 1e-7
//! expect v["direct.y"] = 1.5 within 1e-12
model LibContinuous "Step responses of the continuous blocks"
  import Kron.Blocks.Continuous.*;
  FirstOrder first(k = 3, T = 0.5, u = 1);
  SecondOrder second(k = 2, w = 2, D = 0.5, u = 1);
  Integrator integrator(k = -2, y_start = 1, u = 1);
  Derivative derivative(T = 0.1, u = 3*time);
  PI pi(k = 2, T = 4, u = 1);
  TransferFunction tf(b = {8}, a = {1, 2, 4}, u = 1);
  TransferFunction lead(b = {2, 1}, a = {1, 1}, u = 1);
  TransferFunction direct(b = {3}, a = {2}, u = 1);
  StateSpace space(A = {{0, 1}, {-4, -2}}, B = {0, 8}, C = {1, 0}, u = 1);
  annotation(experiment(StopTime = 5));
end LibContinuous;
