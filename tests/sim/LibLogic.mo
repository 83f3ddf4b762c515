//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["both.y"] = int(1 <= t < 2) if abs(t - round(t)) > 1e-9 else v["both.y"] within 0
//! expect v["either.y"] = int(t < 3) if abs(t - round(t)) > 1e-9 else v["either.y"] within 0
//! expect v["one.y"] = int(t < 1 or 2 <= t < 3) if abs(t - round(t)) > 1e-9 else v["one.y"] within 0
//! expect v["chosen.y"] = (10 if t < 2 else 20) if abs(t - 2) > 1e-9 else v["chosen.y"] within 0
//! expect v["timer.y"] = t - 1 if 1 < t < 3 else 0 if t > 3 + 1e-9 else v["timer.y"] within 1e-9
//! expect v["latch.y"] = int(1 <= t < 2) if abs(t - round(t)) > 1e-9 else v["latch.y"] within 0
//! expect v["late.y"] = int(2.5 <= t < 3) if abs(2*t - round(2*t)) > 1e-9 else v["late.y"] within 0
//! final v["rises.y"] = 1 within 0
//! final v["falls.y"] = 1 within 0
//! final v["changes.y"] = 2 within 0
//! final v["waves.y"] = 5 within 0
//! final v["larger.y"] + 2*v["smaller.y"] + 4*v["below.y"] = 1 within 0
model LibLogic "a is true until 2 s, b from 1 s to 3 s; five waves of a sine"
  import Kron.Blocks.Logic.*;
  Boolean a = time < 2, b = time >= 1 and time < 3;
  And both(u1 = a, u2 = b);
  Or either(u1 = a, u2 = b);
  Xor one(u1 = a, u2 = b);
  Switch chosen(u1 = 10, u2 = 20, condition = a);
  Timer timer(u = b);
  OnDelay late(delay = 1.5, u = b);
  RSFlipFlop latch(set = b, reset = not a);
  RisingEdge up(u = b);
  FallingEdge down(u = b);
  Change any(u = b);
  Counter rises, falls, changes, waves;
  GreaterThreshold positive(threshold = 0.5, u = sin(2*3.14159265358979*time));
  Greater larger(u1 = time, u2 = 2);
  Less smaller(u1 = time, u2 = 2);
  LessThreshold below(threshold = 2, u = time);
equation
  connect(up.y, rises.u);
  connect(down.y, falls.u);
  connect(any.y, changes.u);
  connect(positive.y, waves.u);
  annotation(experiment(StopTime = 5));
end LibLogic;
