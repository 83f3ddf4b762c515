//! run --stop 4
//! stderr w has grown to
//! stderr opposite sign of k (it is 0.0056
//! final w = 40/(1 - 0.0056*40*4) within 1e-3
model WarnRunaway "Drag that drives: near the end of its solution, 1/(k*v0) = 4.46, the speed is only ten times the first one"
  parameter Real k = 0.0056;
  Real w(start = 40, fixed = true);
equation
  der(w) = k*w*abs(w);
end WarnRunaway;
