//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect T = 18 + 4*(t % 4)/2 if t % 4 < 2 else 22 - 4*(t % 4 - 2)/2 within 1e-7
//! expect te = (0, 2, 4, 6, 8, 10)[int(v["changes"])] within 1e-9
//! final v["cold"] = 1 within 0
//! final changes = 5 within 0
//! events state=5
model LibHysteresis "A two-point controller on an integrator: a triangle between the thresholds, 2 s each way"
  import Kron.Blocks.*;
  Nonlinear.Hysteresis hysteresis(uLow = 18, uHigh = 22);
  Logic.Not no;
  Logic.BooleanToReal heating(high = 2, low = -2);
  Continuous.Integrator room(y_start = 18);
  Real T = room.y;
  Boolean cold = hysteresis.y;
  Integer changes(start = 0, fixed = true);
  discrete Real te(start = 0, fixed = true);
equation
  connect(room.y, hysteresis.u);
  connect(hysteresis.y, no.u);
  connect(no.y, heating.u);
  connect(heating.y, room.u);
  when change(cold) then
    changes = pre(changes) + 1;
    te = time;
  end when;
  annotation(experiment(StopTime = 11));
end LibHysteresis;
