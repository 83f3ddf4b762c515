// A replaceable function of a model redeclared with a bound default from the surrounding model.
partial function Curve
  input Real u;
  output Real y;
end Curve;
function line
  extends Curve;
  input Real k = 1;
algorithm
  y := k*u;
end line;
model Valve
  replaceable function f = line constrainedby Curve;
  Real y = f(time);
end Valve;
model Top
  parameter Real slope = 3;
  Valve v(redeclare function f = line(k = slope));
  Valve w;
end Top;
// v.y = line(time, slope); w.y = line(time, 1)
