//! run --stop 1800 --tolerance 1e-8
//! expect v["y"] = 1 if t < 900.4 else -1 if t > 901 else v["y"] within 1e-6
//! final x = 0.9129861342762524 within 1e-6
model SignOfTime "The jump of sign(sin(time)) is found: steps that are small enough for it are below the digits of time"
  Real x(start = 0, fixed = true), y(start = 1, fixed = true);
  Real u = sign(sin(3.14*time/900));
equation
  der(y) = 1e5*(u - y);
  der(x) = u;
end SignOfTime;
