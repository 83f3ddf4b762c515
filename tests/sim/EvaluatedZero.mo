//! run --stop 2
//! expect w = sin(t) within 1e-9
model EvaluatedZero "an evaluated parameter that is 0 takes a derivative out of the equations, whatever else it multiplies"
  parameter Real none = 0 annotation(Evaluate = true);
  final parameter Real tau = none;
  Real w, c, u = sin(time);
equation
  c = smooth(1, tau*exp(if w > 0 then w else 2*w));
  u - w = c*der(w);
end EvaluatedZero;
