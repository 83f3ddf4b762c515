//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect x = (1 - 0.6**n)*1 + (0.6**n - 0.6**(n + 1))*(t - 0.4*n)/0.4 if n*0.4 < t < n*0.4 + 0.4 else x within 1e-8
//! final n = 12 within 0
model LibSampledLoop "A sampled proportional controller on an integrator: the error is multiplied by 1 - k*period at every sample"
  import Kron.Blocks.*;
  Sources.Constant reference;
  Math.Feedback error;
  Discrete.ZeroOrderHold hold(period = 0.4);
  Math.Gain gain(k = 1);
  Continuous.Integrator plant;
  Real x = plant.y;
  Integer n(start = -1, fixed = true) "Samples so far, from 0";
equation
  when sample(0, 0.4) then
    n = pre(n) + 1;
  end when;
  connect(reference.y, error.u1);
  connect(plant.y, error.u2);
  connect(error.y, hold.u);
  connect(hold.y, gain.u);
  connect(gain.y, plant.u);
  annotation(experiment(StopTime = 5));
end LibSampledLoop;
