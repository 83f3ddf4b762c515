//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["step.y"] = (1 if t < 1 else 3) if abs(t - 1) > 1e-9 else v["step.y"] within 0
//! expect v["ramp.y"] = -1 + 4*min(max(t - 1, 0)/2, 1) within 1e-9
//! expect v["sine.y"] = 2 + (0 if t < 0.5 else 3*sin(2*pi*2*(t - 0.5))) within 1e-9
//! expect v["table.y"] = 0 if t < 1 else (t - 1)*2 if t < 2 - 1e-9 else v["table.y"] within 1e-9
//! expect v["table.y"] = 5 - (t - 2) if 2 + 1e-9 < t < 4 else 3 if t > 4 else v["table.y"] within 1e-9
//! final area = 5*0.25*2 - 5*0.5 within 1e-9
//! final v["count.y"] = 5 within 0
//! final v["on.y"] + 2*v["always.y"] = 3 within 0
//! events state=0
model LibSources "Step, ramp, sine, pulses and a table with a jump; all their corners are time events"
  import Kron.Blocks.Sources.*;
  Step step(height = 2, offset = 1, startTime = 1);
  Ramp ramp(height = 4, offset = -1, startTime = 1, duration = 2);
  Sine sine(amplitude = 3, f = 2, offset = 2, startTime = 0.5);
  Pulse pulse(amplitude = 2, width = 0.25, period = 1, startTime = 0.5, offset = -0.5);
  TimeTable table(table = {{1, 0}, {2, 2}, {2, 5}, {4, 3}});
  BooleanPulse teeth(period = 1, width = 0.1, startTime = 0.5);
  BooleanStep on(startTime = 2);
  BooleanConstant always;
  Kron.Blocks.Logic.Counter count;
  Real area(start = 0, fixed = true);
equation
  der(area) = pulse.y;
  connect(teeth.y, count.u);
  annotation(experiment(StopTime = 5));
end LibSources;
