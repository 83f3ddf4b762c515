//! run --stop 2
//! expect v = sin(t) within 1e-9
model EvaluatedZero "an evaluated parameter that is 0 takes a derivative out of the equations, whatever else it multiplies"
  parameter Real none = 0 annotation(Evaluate = true);
  final parameter Real tau = none;
  Real v, c, u = sin(time);
equation
  c = smooth(1, tau*exp(if v > 0 then v else 2*v));
  u - v = c*der(v);
end EvaluatedZero;
