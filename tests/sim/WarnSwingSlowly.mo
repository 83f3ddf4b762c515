//! run --stop 10
//! stderr at time 10 x has grown to 
//! stderr it does not grow with a positive d (it is -0.5)
//! never y has grown
model WarnSwingSlowly "An oscillation that grows by e in four units of time, and one that is driven in resonance"
  parameter Real d = -0.5;
  Real x(start = 0, fixed = true), v(start = 0, fixed = true), y(start = 0, fixed = true), w(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = 1 - x - d*v;
  der(y) = w;
  der(w) = sin(time) - y;
end WarnSwingSlowly;
